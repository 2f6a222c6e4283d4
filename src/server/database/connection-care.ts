import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type { ClientBase } from 'pg'

/** Internals of pg: the protocol's messages as they arrive, and the socket below. */
type Connection = EventEmitter & { stream: Socket }

function connectionOf(client: ClientBase): Connection {
  return (client as unknown as { connection: Connection }).connection
}

/** A query on a silent connection may have run or not, and a transaction may be open on it: the connection is never reused. */
export function endWhenSilent(client: ClientBase, milliseconds: number): void {
  const { stream } = connectionOf(client)
  stream.setTimeout(milliseconds, () => stream.destroy())
}

/** The outcome of the last query is unknown to its caller. */
export function breakOff(client: ClientBase): void {
  connectionOf(client).stream.destroy()
}

/** PostgreSQL's own function that waits for the standby, named in its warning in every language. */
const WAIT_FOR_STANDBY = 'SyncRepWaitForLSN'

/**
 * A commit whose wait for the standby was cancelled. Its message begins as pg's own for a broken connection, because the connection is then
 * closed.
 */
export class UnreplicatedCommit extends Error {
  constructor() {
    super('Connection terminated: the commit may not have reached the standby')
  }
}

/**
 * A commit that is cancelled while it waits for its standby *succeeds*, with a warning: it is stored here and lost when this machine dies.
 * The caller must not see success: as with a connection that breaks during a commit, the outcome is unknown. The warning precedes the
 * success message, often in the same packet. So the query must fail now; closing the socket alone would be too late.
 */
export function endWhenUnreplicated(client: ClientBase): void {
  const connection = connectionOf(client)
  client.on('notice', ({ routine }) => {
    if (routine !== WAIT_FOR_STANDBY) return
    connection.emit('error', new UnreplicatedCommit())
    connection.stream.destroy()
  })
}

const READ_ONLY_TRANSACTION = '25006'
const readOnlyByUs = new WeakSet<ClientBase>()

/** A server that refuses writes has been demoted: a new connection reaches the new primary. */
export function endWhenReadOnly(client: ClientBase): void {
  const connection = connectionOf(client)
  connection.on('errorMessage', ({ code }: { code?: unknown }) => {
    if (code === READ_ONLY_TRANSACTION && !readOnlyByUs.has(client)) connection.stream.destroy()
  })
}

/** Sent before the next query on the connection; when it fails, that query fails too. */
export async function makeReadOnly(client: ClientBase, isReadOnly: boolean): Promise<void> {
  if (readOnlyByUs.has(client) === isReadOnly) return
  if (isReadOnly) readOnlyByUs.add(client)
  else readOnlyByUs.delete(client)
  await client.query(`set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`).catch(() => {})
}
