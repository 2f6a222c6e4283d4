import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type { ClientBase } from 'pg'

/** What pg keeps to itself: the messages of the protocol as they come, and the socket below. */
type Connection = EventEmitter & { stream: Socket }

function connectionOf(client: ClientBase): Connection {
  return (client as unknown as { connection: Connection }).connection
}

/** What a silent connection was asked may have been done or not, and a transaction may be open on it: nobody may be given it again. */
export function endWhenSilent(client: ClientBase, milliseconds: number): void {
  const { stream } = connectionOf(client)
  stream.setTimeout(milliseconds, () => stream.destroy())
}

/** The outcome of what was asked last is unknown to whoever asked. */
export function breakOff(client: ClientBase): void {
  connectionOf(client).stream.destroy()
}

/** PostgreSQL's own function that waits for the standby, named in its warning in every language. */
const WAIT_FOR_STANDBY = 'SyncRepWaitForLSN'

/** A commit whose wait for the standby was called off. It begins as pg's own words for a broken connection, which is what becomes of it. */
export class UnreplicatedCommit extends Error {
  constructor() {
    super('Connection terminated: the commit may not have reached the standby')
  }
}

/**
 * A commit that is cancelled while it waits for its standby *succeeds*, with a warning: it is done here and lost when this machine dies. Whoever
 * asked may not hear "done": as with a connection that breaks during a commit, the outcome is unknown. The warning comes before the good
 * answer, often in the same packet, so the query must be failed now; closing the socket alone would come too late.
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

/** A server that refuses to write has been demoted under us: the next connection finds the one that rules now. */
export function endWhenReadOnly(client: ClientBase): void {
  const connection = connectionOf(client)
  connection.on('errorMessage', ({ code }: { code?: unknown }) => {
    if (code === READ_ONLY_TRANSACTION && !readOnlyByUs.has(client)) connection.stream.destroy()
  })
}

/** Asked before whatever the connection is asked next; when it fails, so does that. */
export async function makeReadOnly(client: ClientBase, isReadOnly: boolean): Promise<void> {
  if (readOnlyByUs.has(client) === isReadOnly) return
  if (isReadOnly) readOnlyByUs.add(client)
  else readOnlyByUs.delete(client)
  await client.query(`set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`).catch(() => {})
}
