/** What Node and PostgreSQL say when the server is away, is going away or is not there yet (errcodes, class 57P and 08). */
const AWAY_CODES = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', '57P01', '57P02', '57P03', '08006', '08001']
/** What PostgreSQL says when it is there and has no room: on its disk, in its memory, for another connection (class 53), or cannot write (58030). */
const NO_ROOM_CODES = ['53000', '53100', '53200', '53300', '58030']
/** It has been demoted to a standby (25006): another server takes writes now, or soon. */
const DEMOTED_CODES = ['25006']
/** It was there and did not answer in time: a lock that somebody else holds, a disk that stands still. */
const TOO_SLOW_CODES = ['57014', '55P03']
const UNAVAILABLE_CODES = new Set([...AWAY_CODES, ...NO_ROOM_CODES, ...TOO_SLOW_CODES, ...DEMOTED_CODES])
/** pg gives these no code. */
const AWAY_WORDS = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** True when a failure means that the database cannot work at the moment, and not that we asked it something wrong. */
export function isDatabaseUnavailable(error: Error & { code?: unknown; syscall?: unknown }): boolean {
  if (AWAY_WORDS.test(error.message)) return true
  // A missing file is no missing server: only a connection that was refused is.
  if (error.code === 'ENOENT' && error.syscall !== 'connect') return false
  return typeof error.code === 'string' && UNAVAILABLE_CODES.has(error.code)
}
