import type { SimulatorName } from './simulator-names.ts'

export type TrafficCount = { answered: number; failed: number; lastAt?: string }

/** The number of calls to each simulator since the start, for the front page. */
export type SimulatorTraffic = {
  count(face: SimulatorName, call: { at: string; isFailure: boolean }): void
  of(face: SimulatorName): TrafficCount
}

export function createSimulatorTraffic(): SimulatorTraffic {
  const counts = new Map<SimulatorName, TrafficCount>()
  const of = (face: SimulatorName): TrafficCount => counts.get(face) ?? { answered: 0, failed: 0 }
  return {
    of,
    count(face, { at, isFailure }) {
      const { answered, failed } = of(face)
      counts.set(face, { answered: answered + 1, failed: failed + (isFailure ? 1 : 0), lastAt: at })
    },
  }
}
