import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startPrivatePostgres } from '#server/postgres/private-postgres.ts'
import type { DrillWorld } from './drill-world.ts'
import { airtimeFor } from './payments.ts'
import { runDrill } from './run-drill.ts'
import type { DrillResult } from './report.ts'
import { aVisitor } from './visitor.ts'

type Chance = () => number

/** Longer than the statement limit, so that the portal must give up. */
const SILENT_FOR_MS = 22_000

/** F39: PostgreSQL is killed and restarted externally. The portal answers 503 meanwhile and recovers without a restart. */
export function killDatabase(world: DrillWorld, chance: Chance): Promise<DrillResult> {
  return runDrill(world, {
    drill: 'database',
    what: 'PostgreSQL killed by -9, restarted after 3 s (F39)',
    traffic: { chance },
    async hurt({ complain }) {
      await pause(2_000)
      process.kill(postgresOf(world), 'SIGKILL')
      await pause(500)
      await expectRefusals(world, complain)
      await pause(2_500)
      await startPrivatePostgres({ folder: world.folder })
      await pause(2_000)
    },
  })
}

/** F39: PostgreSQL stops with all connections open, and resumes. */
export function freezeDatabase(world: DrillWorld, chance: Chance): Promise<DrillResult> {
  return runDrill(world, {
    drill: 'database',
    what: `PostgreSQL stopped for ${SILENT_FOR_MS / 1000} s (F39)`,
    traffic: { chance },
    async hurt({ complain }) {
      await pause(2_000)
      const server = postgresOf(world)
      const all = [server, ...childrenOf(server)]
      for (const pid of all) process.kill(pid, 'SIGSTOP')
      await Promise.all([expectRefusals(world, complain), pause(SILENT_FOR_MS)]).finally(() => {
        for (const pid of all) process.kill(pid, 'SIGCONT')
      })
      await pause(3_000)
    },
  })
}

/** F39: another session (a migration, a console) locks the table of orders for longer than any request waits. */
export function lockOrders(world: DrillWorld, chance: Chance): Promise<DrillResult> {
  return runDrill(world, {
    drill: 'database',
    what: `table of orders locked for ${SILENT_FOR_MS / 1000} s (F39)`,
    traffic: { chance },
    async hurt({ complain }) {
      await pause(2_000)
      const client = new pg.Client({ connectionString: world.databaseUrl })
      await client.connect()
      try {
        await client.query('begin')
        await client.query('lock table pay_order in access exclusive mode')
        await Promise.all([expectRefusals(world, complain, ['status']), pause(SILENT_FOR_MS)])
      } finally {
        await client.end()
      }
      await pause(3_000)
    },
  })
}

function postgresOf(world: DrillWorld): number {
  const pid = world.postgresPid()
  if (pid === null) throw new Error('there is no PostgreSQL to hurt')
  return pid
}

function childrenOf(parent: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  return rows.flatMap((row) => {
    const [pid, of] = row.trim().split(/\s+/).map(Number)
    return pid !== undefined && of === parent ? [pid] : []
  })
}

type Asked = 'purchase' | 'status' | 'readyz'

/** Requests that need the database are refused with 503, in time. */
async function expectRefusals(
  { portalUrl }: DrillWorld,
  complain: (problem: string) => void,
  refused: readonly Asked[] = ['purchase', 'status', 'readyz'],
): Promise<void> {
  const visitor = aVisitor({ portalUrl })
  const ask: Record<Asked, () => Promise<{ status: number }>> = {
    purchase: () => visitor.call('POST', '/transaction/v1/purchase', airtimeFor('90000001')),
    status: () => visitor.call('GET', '/transaction/v1/status?tid=AAAAAAAAAAAAAAAAAAAAAA'),
    readyz: () => fetch(`${portalUrl}/readyz`),
  }
  const answers = await Promise.all(
    refused.map((name) =>
      ask[name]().then(
        ({ status }) => `${status} to ${name}`,
        (error: unknown) => `nothing to ${name} (${String(error)})`,
      ),
    ),
  )
  const wrong = answers.filter((answer) => !answer.startsWith('503'))
  if (wrong.length > 0) complain(`without its database the portal answered ${wrong.join(', ')}, not 503`)
}
