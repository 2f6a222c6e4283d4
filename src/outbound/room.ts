import { type CircuitLimits, type CircuitState, type Judge, openCircuit } from './circuit.ts'
import { OutboundTrouble } from './outbound-trouble.ts'
import { openPlaces, type PlaceLimits } from './places.ts'

export type RoomLimits = PlaceLimits & CircuitLimits

/** One kind of dealings with one outside system, fenced in: however slow it is, it holds up nothing but itself (F32, F60). */
export type Room = {
  /** Whoever is turned away gets an OutboundTrouble at once: `busy` or `breaker-open`, and nothing was sent. */
  enter<Value>(work: () => Promise<Value>, judge: Judge<Value>): Promise<Value>
  circuit(): CircuitState
  /** What somebody who came now would meet. */
  admission(): 'open' | 'busy' | 'resting'
}

export function openRoom({ now, ...limits }: RoomLimits & { now: () => Date }): Room {
  const places = openPlaces(limits)
  const circuit = openCircuit({ ...limits, now })
  return {
    async enter(work, judge) {
      // Nobody waits for a place only to hear that the system rests.
      if (circuit.isShut()) throw new OutboundTrouble('breaker-open', { mayHaveArrived: false })
      return places.take(() => circuit.run(work, judge))
    },
    circuit: () => circuit.state(),
    admission() {
      if (circuit.isShut()) return 'resting'
      return places.areTaken() ? 'busy' : 'open'
    },
  }
}
