import CFFmpeg
import Glibc

/// A thread for one source or one writer: FFmpeg's calls block, and keep none of Swift's shared threads waiting.
enum MediaThread {
    /// - Returns: `false` when the system gives no thread; `body` does not run then.
    static func start(name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
        let job = Unmanaged.passRetained(Job(name: name, body: body))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                let job = Unmanaged<Job>.fromOpaque(context).takeRetainedValue()
                peel_av_name_thread(job.name)
                job.body()
                return nil
            }, job.toOpaque())
        guard status == 0 else {
            job.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private final class Job {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }
}
