import type { FaceName } from './face-names.ts'

export type TrafficCount = { answered: number; failed: number; lastAt?: string }

/** The number of calls to each simulator since the start, for the front page. */
export type FaceTraffic = {
  count(face: FaceName, call: { at: string; isFailure: boolean }): void
  of(face: FaceName): TrafficCount
}

export function createFaceTraffic(): FaceTraffic {
  const counts = new Map<FaceName, TrafficCount>()
  const of = (face: FaceName): TrafficCount => counts.get(face) ?? { answered: 0, failed: 0 }
  return {
    of,
    count(face, { at, isFailure }) {
      const { answered, failed } = of(face)
      counts.set(face, { answered: answered + 1, failed: failed + (isFailure ? 1 : 0), lastAt: at })
    },
  }
}
