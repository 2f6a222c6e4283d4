import type { OperatorLog } from '../surroundings.ts'

/** A log that keeps its lines for the test to read; those that every call leaves stand apart. */
export function aLog(): OperatorLog & { lines: string[]; calls: Record<string, unknown>[] } {
  const calls: Record<string, unknown>[] = []
  const lines: string[] = []
  const keep = (fields: Record<string, unknown>, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`)
  return { lines, calls, debug: (fields) => void calls.push(fields), info: keep, warn: keep }
}
