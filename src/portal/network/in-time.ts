/** Rejects a promise that takes too long. */
export function inTime<Value>(work: Promise<Value>, milliseconds: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('ChunkLoadError: timeout')), milliseconds)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
