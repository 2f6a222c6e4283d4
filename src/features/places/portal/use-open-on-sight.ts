import { useEffect, type RefObject } from 'react'

/** The part of the platform's network information that browsers in the field have. */
type Connection = { saveData?: boolean; effectiveType?: string }

const WIDE_SCREEN = '(min-width: 860px)'

/** At a desk the map comes by itself when it is in sight; on a phone, or on a slow or costly link, only when asked for. */
export function useOpenOnSight(stage: RefObject<HTMLElement | null>, open: () => void): void {
  useEffect(() => {
    const element = stage.current
    if (!element || !isBigAndQuick() || !('IntersectionObserver' in window)) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) open()
      },
      { threshold: 0.25 },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [stage, open])
}

function isBigAndQuick(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection }
  const isSlow = connection?.effectiveType !== undefined && connection.effectiveType !== '4g'
  return window.matchMedia(WIDE_SCREEN).matches && !isSlow && connection?.saveData !== true
}
