import { setTimeout as pause } from 'node:timers/promises'
import { processorMs } from './machine.ts'
import { openConnection, requestBytes, type Answer, type Ask, type LoopbackConnection } from './loopback-client.ts'

const CONNECTIONS = 10
const WARM_UP_MS = 1500

export type Throughput = { perSecond: number; processorMsEach: number; errors: number }

/** As many answers as the server gives on ten connections in this time. */
export async function answersPerSecond(server: { port: number; pid: number }, ask: Ask, seconds: number): Promise<Throughput> {
  const request = requestBytes(server.port, ask)
  // Until the code is compiled and the page is in the cache, an answer costs what it never costs again.
  const warm = performance.now() + WARM_UP_MS
  await withConnections(server.port, CONNECTIONS, async (connection) => {
    while (performance.now() < warm) await connection.ask(request)
  })
  const counted = { answers: 0, errors: 0 }
  const processorBefore = processorMs(server.pid)
  const began = performance.now()
  const until = began + seconds * 1000
  await withConnections(server.port, CONNECTIONS, async (connection) => {
    while (performance.now() < until) {
      const { status } = await connection.ask(request)
      counted.answers += 1
      if (status >= 400) counted.errors += 1
    }
  })
  return {
    perSecond: counted.answers / ((performance.now() - began) / 1000),
    processorMsEach: (processorMs(server.pid) - processorBefore) / counted.answers,
    errors: counted.errors,
  }
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

/** Calls that arrive at a steady rate, whether or not earlier ones were answered: a slow answer cannot hide the next ones' wait. */
export async function atRate(
  port: number,
  { perSecond, seconds, next }: { perSecond: number; seconds: number; next: (position: number) => Ask },
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
