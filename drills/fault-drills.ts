import { setTimeout as pause } from 'node:timers/promises'
import { CONNECTORS } from '#shared/connector-table.ts'
import type { DrillWorld } from './drill-world.ts'
import { METHODS, type Method } from './payments.ts'
import { runDrill } from './run-drill.ts'
import type { DrillResult } from './report.ts'

/** F25, F26, F33: failures of an upstream. A lost response is the worst: the request took effect. */
const FAULTS = {
  down: { status: 503, body: 'down' },
  'hangs up': { dropRequest: true },
  'loses answers': { dropAnswer: true },
  slow: { delayMs: 2_500 },
  'talks garbage': { status: 200, body: '<html>{"status": tru' },
} as const

const EVERY_METHOD = undefined
/** Simulators named by protocol; the others have the provider's name. */
const SIMULATOR_OF_METHOD: Partial<Record<Method, string>> = { cellulant: 'tingg', mpesa: 'daraja' }
export const METHODS_OF_SIMULATOR: Record<string, readonly Method[] | undefined> = {
  tmforum: EVERY_METHOD,
  sms: ['smartcash', 'airtime', 'paystack'],
  ...Object.fromEntries(METHODS.filter((id) => id !== 'airtime').map((id) => [SIMULATOR_OF_METHOD[id] ?? CONNECTORS[id].settings, [id]])),
}

const FAULT_MS = 1_800
const HEALTH_MS = 1_200

type FaultOptions = { face: string; faults?: readonly FaultName[] }
export type FaultName = keyof typeof FAULTS

export function faultySimulator(
  world: DrillWorld,
  chance: () => number,
  { face, faults = Object.keys(FAULTS) as FaultName[] }: FaultOptions,
): Promise<DrillResult> {
  const methods = METHODS_OF_SIMULATOR[face]
  return runDrill(world, {
    drill: `upstream ${face}`,
    what: faults.join(', '),
    traffic: { chance, maxWaitMs: 10_000, ...(methods && { methods }) },
    async hurt() {
      for (const fault of faults) {
        // A healthy phase first, so that payments are in progress when the fault starts.
        await pause(HEALTH_MS)
        await control(world, 'POST', '/control/faults', { face, do: FAULTS[fault] })
        await pause(FAULT_MS)
        await control(world, 'DELETE', '/control/faults')
      }
    },
  })
}

/** F48 and worse: the sandbox's clock jumps during open payments. */
export function leapClock(world: DrillWorld, chance: () => number): Promise<DrillResult> {
  const leaps = ['PT1M', 'PT5M', 'PT2H', 'P1D']
  return runDrill(world, {
    drill: 'clock',
    what: `sandbox clock leaps ${leaps.join(', ')}`,
    traffic: { chance },
    async hurt() {
      for (const advance of leaps) {
        await pause(1_500)
        await control(world, 'POST', '/control/time', { advance })
      }
      await pause(1_500)
    },
  })
}

export async function control({ sandboxUrl }: Pick<DrillWorld, 'sandboxUrl'>, method: string, path: string, body?: object): Promise<void> {
  const answer = await fetch(`${sandboxUrl}${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  if (!answer.ok) throw new Error(`${path} was refused: ${answer.status} ${await answer.text()}`)
}
