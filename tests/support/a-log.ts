import type { OperatorLog } from '#operator/operator-context.ts'

/** A log that records its lines; those of every call are separate. */
export function aLog(): OperatorLog & { lines: string[]; calls: Record<string, unknown>[] } {
  const calls: Record<string, unknown>[] = []
  const lines: string[] = []
  const keep = (fields: Record<string, unknown>, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`)
  return { lines, calls, debug: (fields) => void calls.push(fields), info: keep, warn: keep }
}
