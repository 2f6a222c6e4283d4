import { useState } from 'react'
import { type Coordinates, isWithin, MAP_LIMITS } from '../coordinates.ts'

export type PositionState = 'idle' | 'asking' | 'denied' | 'unavailable' | 'abroad'

/** The platform's code for a visitor who said no (SHOP-2). */
const DENIED = 1
const PATIENCE_MS = 20_000
const FRESH_ENOUGH_MS = 60_000

/**
 * Asks the phone where it is, only when the visitor asks us to. What came of it counts for the page as it was then: `question` names
 * what the page shows, and with the next question the outcome is forgotten.
 */
export function useCurrentPosition(question: string, onFound: (position: Coordinates) => void): { state: PositionState; ask: () => void } {
  const [outcome, setOutcome] = useState<{ state: PositionState; question: string }>({ state: 'idle', question })
  const tell = (state: PositionState) => setOutcome({ state, question })
  function ask(): void {
    if (!('geolocation' in navigator)) return tell('unavailable')
    tell('asking')
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        const isNear = isWithin(MAP_LIMITS, { latitude, longitude })
        tell(isNear ? 'idle' : 'abroad')
        if (isNear) onFound({ latitude, longitude })
      },
      ({ code }) => tell(code === DENIED ? 'denied' : 'unavailable'),
      { timeout: PATIENCE_MS, maximumAge: FRESH_ENOUGH_MS },
    )
  }
  return { state: outcome.question === question ? outcome.state : 'idle', ask }
}
