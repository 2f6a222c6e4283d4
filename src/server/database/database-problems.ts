/** Errors of Node and PostgreSQL when the server is down, stopping or starting (errcodes, class 57P and 08). */
const AWAY_CODES = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', '57P01', '57P02', '57P03', '08006', '08001']
/** Errors of PostgreSQL when it runs out of disk, memory or connections (class 53), or cannot write (58030). */
const NO_ROOM_CODES = ['53000', '53100', '53200', '53300', '58030']
/** The server has been demoted to a standby (25006): another server takes writes now, or soon. */
const DEMOTED_CODES = ['25006']
/** The database is reachable and did not answer in time: another session holds a lock, or a disk hangs. */
const TOO_SLOW_CODES = ['57014', '55P03']
const UNAVAILABLE_CODES = new Set([...AWAY_CODES, ...NO_ROOM_CODES, ...TOO_SLOW_CODES, ...DEMOTED_CODES])
/** Its certificate has expired, or is for another name or of another authority: the server's identity is not proven. */
const UNTRUSTED_CODES = /CERT|^ERR_TLS_|^UNABLE_TO_VERIFY/
/** pg gives these no code. */
const AWAY_WORDS =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** True when a failure means that the database cannot work at the moment, and not that our query was wrong. */
export function isDatabaseUnavailable(error: Error & { code?: unknown; syscall?: unknown }): boolean {
  if (AWAY_WORDS.test(error.message)) return true
  // A missing file is no missing server: only a refused connection is.
  if (error.code === 'ENOENT' && error.syscall !== 'connect') return false
  return typeof error.code === 'string' && (UNAVAILABLE_CODES.has(error.code) || UNTRUSTED_CODES.test(error.code))
}
