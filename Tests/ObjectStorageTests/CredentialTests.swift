import Dispatch
import Files
import Foundation
import Synchronization
import TestSupport
import Testing
import WebTestSupport

@testable import ObjectStorage

/// Where keys, region and endpoint come from.
struct CredentialTests {
    private let folder = TemporaryFolder()

    private func keys(_ variables: [String: String]) async throws -> StorageCredentials? {
        try await StorageEnvironment(variables).credentials().credentials()
    }

    private func home() throws -> String {
        try folder.write(
            """
            # keys
            [default]
            aws_access_key_id = A
            aws_secret_access_key=sec = ret
            [work]
            AWS_ACCESS_KEY_ID = W
              aws_secret_access_key = nested
            aws_secret_access_key = w
            aws_session_token = t

            """, to: ".aws/credentials")
        try folder.write(
            """
            [default]
            region = eu-west-1
            [profile work]
            region = eu-west-2
            endpoint_url = https://storage.example.org
            s3 =
              region = no
            [profile role]
            role_arn = arn
            [other]
            aws_access_key_id = no

            """, to: ".aws/config")
        return folder.path.description
    }

    @Test func variablesGoFirst() async throws {
        let found = try await keys([
            "AWS_ACCESS_KEY_ID": "K", "AWS_SECRET_ACCESS_KEY": "S", "AWS_SESSION_TOKEN": "T", "HOME": try home(),
        ])
        #expect(found == StorageCredentials(accessKey: "K", secretKey: "S", sessionToken: "T"))
        await #expect(throws: ObjectStoreError.self) { try await keys(["AWS_ACCESS_KEY_ID": "K"]) }
    }

    @Test func profilesOfBothFiles() async throws {
        let home = try home()
        #expect(try await keys(["HOME": home]) == StorageCredentials(accessKey: "A", secretKey: "sec = ret"))
        let work = try StorageEnvironment(["HOME": home, "AWS_PROFILE": "work"])
        #expect(
            try await work.credentials().credentials()
                == StorageCredentials(accessKey: "W", secretKey: "w", sessionToken: "t"))
        #expect(work.region == "eu-west-2" && work.endpoint == "https://storage.example.org")
        #expect(try StorageEnvironment(["HOME": home]).region == "eu-west-1")
        #expect(try StorageEnvironment(["HOME": home, "AWS_REGION": "r"]).region == "r")
        #expect(try StorageEnvironment([:]).region == "us-east-1")
        #expect(
            try StorageEnvironment(["AWS_ENDPOINT_URL": "a", "AWS_ENDPOINT_URL_S3": "b"]).endpoint == "b")
        for profile in ["role", "other", "none"] {
            let error = await #expect(throws: ObjectStoreError.self) {
                try await keys(["HOME": home, "AWS_PROFILE": profile])
            }
            #expect(error?.code == .noCredentials && error?.isTemporary == false)
            #expect(profile != "role" || error?.description.contains("role_arn") == true)
        }
        #expect(throws: ObjectStoreError.self) {
            try StorageEnvironment(["AWS_SHARED_CREDENTIALS_FILE": "\(home)/none"])
        }
    }

    @Test func secretsAreNotPrinted() {
        let keys = StorageCredentials(accessKey: "K", secretKey: "hush", sessionToken: "hush")
        var dumped = ""
        dump(keys, to: &dumped)
        #expect(!"\(keys) \(String(reflecting: keys)) \(dumped)".contains("hush"))
    }

    @Test func aContainersAgentIsAskedAgainBeforeKeysExpire() async throws {
        let count = Counter()
        let isBusy = Atomic(false)
        let server = LoopbackServer { request, connection in
            guard request.fields["authorization"] == "secret token" else {
                connection.answer("403 Forbidden")
                return true
            }
            guard !isBusy.load(ordering: .relaxed) else {
                connection.answer("429 Too Many Requests")
                return true
            }
            let body =
                #"{"AccessKeyId":"K\#(count.next())","SecretAccessKey":"S","Token":"T","Expiration":"2026-01-01T01:00:00Z"}"#
            connection.answer("200 OK", [:], Array(body.utf8))
            return true
        }
        defer { server.close() }
        try folder.write("secret token\n", to: "token")
        let start = 1_767_225_600.0
        let time = Time(start)
        let agent = try #require(
            try CredentialAgent(
                [
                    "AWS_CONTAINER_CREDENTIALS_FULL_URI": server.url("v1/credentials"),
                    "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": folder.path.appending("token").description,
                ], clock: InstantClock(), now: { time.seconds }))
        for (seconds, key) in [(0.0, "K1"), (3_299, "K1"), (3_300, "K2")] {
            time.seconds = start + seconds
            #expect(try await agent.source.credentials()?.accessKey == key)
        }
        // What is known is good as long as it says, also while the agent is asked too often.
        isBusy.store(true, ordering: .relaxed)
        for seconds in [3_400.0, 3_595] {
            time.seconds = start + seconds
            #expect(try await agent.source.credentials()?.accessKey == "K2")
        }
        time.seconds = start + 3_606
        let error = await #expect(throws: ObjectStoreError.self) { try await agent.source.credentials() }
        #expect(error?.code == .unavailable)
        #expect(throws: ObjectStoreError.self) {
            try CredentialAgent(["AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://example.org/keys"])
        }
        #expect(try CredentialAgent([:]) == nil)
    }

    private static func answer(_ connection: LoopbackServer.Connection, _ key: String) {
        connection.answer("200 OK", [:], Array(#"{"AccessKeyId":"\#(key)","SecretAccessKey":"S"}"#.utf8))
    }

    @Test func anAgentThatIsBusyForAWhileIsWaitedFor() async throws {
        let count = Counter()
        let server = LoopbackServer { _, connection in
            let number = count.next()
            if number < 3 {
                connection.answer("429 Too Many Requests", number == 2 ? ["Retry-After": "7"] : [:])
            } else {
                Self.answer(connection, "K\(number)")
            }
            return true
        }
        defer { server.close() }
        let clock = InstantClock()
        let agent = try #require(
            try CredentialAgent(["AWS_CONTAINER_CREDENTIALS_FULL_URI": server.url("keys")], clock: clock))
        #expect(try await agent.source.credentials()?.accessKey == "K3")
        #expect(clock.sleeps.count == 2 && clock.sleeps.last == .seconds(7))
    }

    @Test func oneThatStaysBusyIsGivenUp() async throws {
        let server = LoopbackServer { _, connection in
            connection.answer("503 Service Unavailable")
            return true
        }
        defer { server.close() }
        let agent = try #require(
            try CredentialAgent(
                ["AWS_CONTAINER_CREDENTIALS_FULL_URI": server.url("keys")], retries: StorageRetries(attempts: 3),
                clock: InstantClock()))
        let error = await #expect(throws: ObjectStoreError.self) { try await agent.source.credentials() }
        #expect(error?.code == .unavailable && server.requests.count == 3)
    }

    @Test func tasksShareAQuestion() async throws {
        let begun = Counter()
        let haveBegun = DispatchSemaphore(value: 0)
        let server = LoopbackServer { _, connection in
            haveBegun.wait()
            haveBegun.signal()
            Self.answer(connection, "K")
            return true
        }
        defer { server.close() }
        let agent = try #require(
            try CredentialAgent(["AWS_CONTAINER_CREDENTIALS_FULL_URI": server.url("keys")]))
        let keys = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    if begun.next() == 20 { haveBegun.signal() }
                    return try? await agent.source.credentials()?.accessKey
                }
            }
            var keys: [String?] = []
            for await key in group { keys.append(key) }
            return keys
        }
        #expect(keys == [String?](repeating: "K", count: 20))
        #expect(server.requests.count == 1)
    }
}
