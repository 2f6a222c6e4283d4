/**
 * Work that one caller does while the others wait for the same outcome, good or bad. Nothing of it is cached: callers after the end start a
 * new run. The arguments are those of the caller that started the run.
 */
export function singleFlight<Given extends unknown[], Value>(
  work: (...given: Given) => Promise<Value>,
): (...given: Given) => Promise<Value> {
  let underWay: Promise<Value> | null = null
  // Asynchronous, so that work which throws before its first await is a failure like any other.
  const begin = async (given: Given) => work(...given)
  return function join(...given) {
    underWay ??= begin(given).finally(() => {
      underWay = null
    })
    return underWay
  }
}
