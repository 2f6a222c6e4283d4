import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { DrillWorld } from './drill-world.ts'
import { runDrill } from './run-drill.ts'
import type { DrillResult } from './report.ts'

type Chance = () => number

/** F59: a visitor who meets a killed portal should hardly notice. */
const READY_SECONDS = 3
const JUDGED_ROUNDS = 20

/** On a machine that is used by others as well, times say little. */
function isBusyMachine(): boolean {
  return (loadavg()[0] ?? 0) > availableParallelism() + 1
}

/** F02 to F05, F59: the portal dies at any moment of any payment, again and again. */
export function killRounds(world: DrillWorld, chance: Chance, rounds: number): Promise<DrillResult> {
  return runDrill(world, {
    drill: 'kill -9',
    what: `${rounds} rounds at random moments`,
    traffic: { chance },
    async hurt({ look, complain, note }) {
      const startSeconds: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        await pause(300 + chance() * 2_500)
        await world.portal.signal('SIGKILL')
        const began = performance.now()
        await world.portal.start()
        startSeconds.push((performance.now() - began) / 1000)
        if (round % 5 === 4) await look()
      }
      const median = startSeconds.toSorted((first, second) => first - second)[Math.floor(startSeconds.length / 2)] ?? 0
      note(`ready again after ${median.toFixed(1)} s (median)`)
      // A few rounds say little about time: they are reported, and judged only where there are many.
      if (rounds >= JUDGED_ROUNDS && median > READY_SECONDS && !isBusyMachine())
        complain(`F59: ready again only after ${median.toFixed(1)} s`)
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
