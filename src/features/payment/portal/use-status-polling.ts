import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

/** STAT-1: five quick looks, one second apart; after them a slow one that keeps telling the truth for as long as the page is open. */
const QUICK_LOOKS = 5
const QUICK_MS = 1_000
const SLOW_MS = 10_000

export function useStatusPolling(isFinal: boolean): void {
  const { revalidate, state } = useRevalidator()
  const looks = useRef(0)
  useEffect(() => {
    if (isFinal || state !== 'idle') return undefined
    const timer = setTimeout(
      () => {
        looks.current += 1
        void revalidate()
      },
      looks.current < QUICK_LOOKS ? QUICK_MS : SLOW_MS,
    )
    return () => clearTimeout(timer)
  }, [isFinal, state, revalidate])
}
