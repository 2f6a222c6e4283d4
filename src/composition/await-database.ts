import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseUnavailable } from '#server/database/database-problems.ts'
import { TakesNoWrites } from '#server/database/write-watch.ts'

const FIRST_PAUSE_MS = 250
const MAX_PAUSE_MS = 5_000

/**
 * A network or a name server that comes up after the portal. A wrong account or database name needs the operator, and is not waited for.
 */
const NETWORK_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])

/**
 * F68: repeats work that needs the database until it succeeds, with growing pauses of at most five seconds. Errors that waiting cannot fix
 * are thrown at once.
 */
export async function awaitDatabase<Result>(
  work: () => Promise<Result>,
  onWait: (reason: string, error: unknown) => void,
  sleep: (ms: number) => Promise<unknown> = pause,
): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const reason = reasonToWait(error)
      if (reason === null) throw error
      onWait(reason, error)
      await sleep(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries, 10)))
    }
  }
}

function reasonToWait(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof TakesNoWrites || code === '25006') return 'the database takes no writes'
  return isDatabaseUnavailable(error) || NETWORK_CODES.has(code) ? 'the database does not answer' : null
}
