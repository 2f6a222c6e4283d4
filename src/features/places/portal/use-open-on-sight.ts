import { useEffect, type RefObject } from 'react'

const WIDE_SCREEN = '(min-width: 60em)'

/** On a desktop the map opens when it is in view; on a phone, or on a slow or metered connection, only on request. */
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
  const { connection } = navigator
  const isSlow = connection?.effectiveType !== undefined && connection.effectiveType !== '4g'
  return window.matchMedia(WIDE_SCREEN).matches && !isSlow && connection?.saveData !== true
}
