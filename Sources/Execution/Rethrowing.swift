/// Runs `body` and converts its error.
package func rethrowing<Value: ~Copyable, Own: Error, Other: Error>(
    _ convert: (Own) -> Other, _ body: () throws(Own) -> Value
) throws(Other) -> Value {
    do throws(Own) {
        return try body()
    } catch {
        throw convert(error)
    }
}
