import type { OperatorLog } from '../surroundings.ts'

/** A log that keeps its lines for the test to read. */
export function aLog(): OperatorLog & { lines: string[] } {
  const lines: string[] = []
  const keep = (fields: Record<string, unknown>, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`)
  return { lines, info: keep, warn: keep }
}
