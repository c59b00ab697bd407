import HTTPServing

extension ServerLimits {
    /// Those of a server that never hangs up because the machine is busy with other tests.
    static var patient: ServerLimits {
        var limits = ServerLimits()
        limits.idleTime = .seconds(600)
        limits.headerTime = .seconds(600)
        limits.bodyTime = .seconds(600)
        limits.sendingTime = .seconds(600)
        return limits
    }
}
