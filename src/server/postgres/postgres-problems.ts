/** The system's or PostgreSQL's own code of a failure, such as ENOENT or 3D000. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes(codeOf(error))
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Program output as the end of a one-line message. */
export function lastLines(output: string): string {
  const lines = output.split('\n').map((line) => line.trim())
  return lines.filter(Boolean).slice(-4).join(' | ')
}
