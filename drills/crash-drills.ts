import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { DrillWorld } from './drill-world.ts'
import { runDrill } from './run-drill.ts'
import type { DrillResult } from './report.ts'

type Chance = () => number

/** F59: visitors should hardly notice a killed portal. */
const READY_SECONDS = 3
const JUDGED_ROUNDS = 20

/** Times are not meaningful on a shared machine. */
function isBusyMachine(): boolean {
  return (loadavg()[0] ?? 0) > availableParallelism() + 1
}

/** F02 to F05, F59: the portal is killed at random moments of payments, repeatedly. */
export function killRounds(world: DrillWorld, chance: Chance, rounds: number): Promise<DrillResult> {
  return runDrill(world, {
    drill: 'kill -9',
    what: `${rounds} rounds at random moments (F01 F02 F04 F05 F59)`,
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
      // Times are judged only over many rounds.
      if (rounds >= JUDGED_ROUNDS && median > READY_SECONDS && !isBusyMachine())
        complain(`F59: ready again only after ${median.toFixed(1)} s`)
      await pause(1_500)
    },
  })
}

/** F42: a stalled process whose leases expire, and which then resumes. */
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

/** The sandbox is killed during its work and restarts with its ledger. */
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

/** F06: a release ends the portal during payments. Requests in progress complete, or were refused without an effect. */
export function releasePortal(world: DrillWorld, chance: Chance, rounds: number): Promise<DrillResult> {
  return runDrill(world, {
    drill: 'release',
    what: `stopped by SIGTERM and started again, ${rounds} times (F06)`,
    traffic: { chance },
    async hurt({ look, complain }) {
      for (let round = 0; round < rounds; round += 1) {
        await pause(1_000 + chance() * 2_000)
        const began = performance.now()
        await world.portal.stop()
        const seconds = (performance.now() - began) / 1000
        if (seconds > DRAIN_SECONDS) complain(`stopped only after ${seconds.toFixed(1)} s`)
        await world.portal.start()
        await look()
      }
    },
  })
}

const DRAIN_SECONDS = 11

/** F40: the portal gets a tenth of a processor for a while, as on an overloaded machine. */
export function starvePortal(world: DrillWorld, chance: Chance): Promise<DrillResult> {
  return runDrill(world, {
    drill: 'starve',
    what: `a tenth of a processor for ${STARVED_MS / 1000} s (F40)`,
    traffic: { chance, maxWaitMs: 20_000 },
    async hurt() {
      await pause(1_500)
      const end = performance.now() + STARVED_MS
      while (performance.now() < end) {
        await world.portal.signal('SIGSTOP')
        await pause(90)
        await world.portal.signal('SIGCONT')
        await pause(10)
      }
      await pause(1_500)
    },
  })
}

const STARVED_MS = 10_000
