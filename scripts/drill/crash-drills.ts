import { setTimeout as pause } from 'node:timers/promises'
import { startPrivatePostgres } from '#server/private-postgres.ts'
import type { DrillWorld } from './drill-world.ts'
import { runDrill } from './run-drill.ts'
import type { DrillResult } from './report.ts'
import { aVisitor } from './visitor.ts'

type Chance = () => number

/** F02 to F05: the portal dies at any moment of any payment, again and again. */
export function killRounds(world: DrillWorld, chance: Chance, rounds: number): Promise<DrillResult> {
  return runDrill(world, {
    drill: 'kill -9',
    what: `${rounds} rounds at random moments`,
    traffic: { chance },
    async hurt({ look }) {
      for (let round = 0; round < rounds; round += 1) {
        await pause(300 + chance() * 2_500)
        await world.portal.signal('SIGKILL')
        await world.portal.start()
        if (round % 5 === 4) await look()
      }
      await pause(1_500)
    },
  })
}

/** F42: a stalled process whose leases run out meanwhile, and which then goes on as if nothing had happened. */
export function stallPortal(world: DrillWorld, chance: Chance): Promise<DrillResult> {
  return runDrill(world, {
    drill: 'SIGSTOP',
    what: 'portal stopped for 6 s, twice',
    traffic: { chance },
    async hurt() {
      for (let round = 0; round < 2; round += 1) {
        await pause(1_500)
        await world.portal.signal('SIGSTOP')
        await pause(6_000)
        await world.portal.signal('SIGCONT')
      }
      await pause(2_000)
    },
  })
}

/** F39: PostgreSQL is killed and started again by somebody else. The portal says 503 meanwhile and recovers without being restarted. */
export function killDatabase(world: DrillWorld, chance: Chance): Promise<DrillResult> {
  return runDrill(world, {
    drill: 'database',
    what: 'PostgreSQL killed by -9, restarted after 3 s',
    traffic: { chance },
    async hurt({ complain }) {
      await pause(2_000)
      const pid = world.postgresPid()
      if (pid === null) throw new Error('there is no PostgreSQL to kill')
      process.kill(pid, 'SIGKILL')
      await pause(500)
      const statuses = await statusesWithoutDatabase(world.portalUrl)
      const wrong = statuses.filter((status) => !status.startsWith('503'))
      if (wrong.length > 0) complain(`without its database the portal answered ${wrong.join(', ')}, not 503`)
      await pause(2_500)
      await startPrivatePostgres({ folder: world.folder })
      await pause(2_000)
    },
  })
}

async function statusesWithoutDatabase(portalUrl: string): Promise<string[]> {
  const visitor = aVisitor({ portalUrl })
  const purchase = { kind: 'airtime', msisdn: '90000001', amount: 500, redirectPage: '/prepaid-recharge' }
  const asked = {
    purchase: visitor.call('POST', '/transaction/v1/purchase', purchase),
    status: visitor.call('GET', '/transaction/v1/status?tid=AAAAAAAAAAAAAAAAAAAAAA'),
    readyz: fetch(`${portalUrl}/readyz`),
  }
  return Promise.all(
    Object.entries(asked).map(([name, answer]) =>
      answer.then(
        ({ status }) => `${status} to ${name}`,
        (error: unknown) => `nothing to ${name} (${String(error)})`,
      ),
    ),
  )
}

/** The outside world dies in the middle of its own work and comes back with its ledger. */
export function killSandbox(world: DrillWorld, chance: Chance): Promise<DrillResult> {
  return runDrill(world, {
    drill: 'sandbox',
    what: 'outside world killed by -9, three times',
    traffic: { chance },
    async hurt() {
      for (let round = 0; round < 3; round += 1) {
        await pause(1_000 + chance() * 1_500)
        await world.sandbox.signal('SIGKILL')
        await pause(1_000)
        await world.sandbox.start()
      }
      await pause(2_000)
    },
  })
}
