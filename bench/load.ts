import { setTimeout as pause } from 'node:timers/promises'
import { processorMs } from './machine.ts'
import { openConnection, requestBytes, type Answer, type LoopbackRequest, type LoopbackConnection } from './loopback-client.ts'

const CONNECTIONS = 10
const WARM_UP_MS = 1500
const TURN_MS = 250

export type Contestant = { port: number; pid: number; ask: LoopbackRequest }
/** Result of one server in one round. */
export type Turn = { answers: number; errors: number; seconds: number; processorMs: number }

/**
 * Responses of each server on ten connections, in many short rounds: other load on the machine then affects
 * both servers equally.
 */
export async function inTurns(contestants: readonly Contestant[], { seconds }: { seconds: number }): Promise<Turn[][]> {
  // Warm-up: compiled code and a cached page.
  for (const contestant of contestants) await oneTurn(contestant, WARM_UP_MS)
  const turns: Turn[][] = []
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    const turn: Turn[] = []
    for (const contestant of contestants) turn.push(await oneTurn(contestant, TURN_MS))
    turns.push(turn)
  }
  return turns
}

async function oneTurn({ port, pid, ask }: Contestant, milliseconds: number): Promise<Turn> {
  const request = requestBytes(port, ask)
  const counted = { answers: 0, errors: 0 }
  const processorBefore = processorMs(pid)
  const began = performance.now()
  await withConnections(port, CONNECTIONS, async (connection) => {
    while (performance.now() < began + milliseconds) {
      const { status } = await connection.ask(request)
      counted.answers += 1
      if (status >= 400) counted.errors += 1
    }
  })
  return { ...counted, seconds: (performance.now() - began) / 1000, processorMs: processorMs(pid) - processorBefore }
}

export async function withConnections(
  port: number,
  count: number,
  work: (connection: LoopbackConnection, position: number) => Promise<void>,
): Promise<void> {
  const connections = await Promise.all(Array.from({ length: count }, () => openConnection(port)))
  try {
    await Promise.all(connections.map(work))
  } finally {
    for (const connection of connections) connection.close()
  }
}

/** Calls at a steady rate, independent of earlier responses: a slow response cannot hide later waits. */
export async function atRate(
  port: number,
  { perSecond, seconds, next }: { perSecond: number; seconds: number; next: (position: number) => LoopbackRequest },
): Promise<Answer[]> {
  const free = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(port)))
  const all = [...free]
  const running: Promise<Answer>[] = []
  const began = performance.now()
  const count = Math.round(perSecond * seconds)
  for (let position = 0; position < count; position += 1) {
    const due = began + (position * 1000) / perSecond
    if (due > performance.now()) await pause(due - performance.now())
    const connection = free.pop() ?? (await openConnection(port))
    if (!all.includes(connection)) all.push(connection)
    running.push(
      connection.ask(requestBytes(port, next(position))).then((answer) => {
        free.push(connection)
        return answer
      }),
    )
  }
  const answers = await Promise.all(running)
  for (const connection of all) connection.close()
  return answers
}
