import { setTimeout as pause } from 'node:timers/promises'
import type { DrillWorld } from './drill-world.ts'
import { runDrill } from './run-drill.ts'
import type { DrillResult } from './report.ts'

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
