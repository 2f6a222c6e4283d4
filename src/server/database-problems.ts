/** What Node and PostgreSQL say when the server is away, is going away or is not there yet (errcodes, class 57P and 08). */
const AWAY_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', '57P01', '57P02', '57P03', '08006', '08001', '53300'])
/** pg gives these no code. */
const AWAY_WORDS = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** True when a failure means that the database is away, and not that we asked it something wrong. */
export function isDatabaseAway(error: Error & { code?: unknown; syscall?: unknown }): boolean {
  if (AWAY_WORDS.test(error.message)) return true
  // A missing file is no missing server: only a connection that was refused is.
  if (error.code === 'ENOENT' && error.syscall !== 'connect') return false
  return typeof error.code === 'string' && AWAY_CODES.has(error.code)
}
