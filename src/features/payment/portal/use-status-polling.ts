import { useEffect, useRef } from 'react'
import { useNavigation, useRevalidator } from 'react-router'

/** STAT-1: five quick looks, one second apart; after them a slow one that keeps telling the truth for as long as the page is open. */
const QUICK_LOOKS = 5
const QUICK_MS = 1_000
const SLOW_MS = 10_000

export function useStatusPolling(isFinal: boolean): void {
  const { revalidate, state } = useRevalidator()
  // Whoever is on the way to another page is not called back to this one.
  const isLeaving = useNavigation().state !== 'idle'
  const looks = useRef(0)
  useEffect(() => {
    if (isFinal || isLeaving || state !== 'idle') return undefined
    const timer = setTimeout(
      () => {
        looks.current += 1
        void revalidate()
      },
      looks.current < QUICK_LOOKS ? QUICK_MS : SLOW_MS,
    )
    return () => clearTimeout(timer)
  }, [isFinal, isLeaving, state, revalidate])
}
