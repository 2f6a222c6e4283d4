import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react'

type CountdownOptions = { now?: () => number; onEnd?: (() => void) | undefined }

/**
 * Whole seconds until the deadline. Counted from the clock and not from ticks, so that a phone that slept shows the truth.
 * The deadline is in the phone's own time, which may be wrong by hours: callers add what the server grants to `Date.now()`.
 */
export function useCountdown(deadlineMs: number, { now = Date.now, onEnd }: CountdownOptions = {}): number {
  const subscribe = useCallback((onChange: () => void) => everySecondUntil(deadlineMs, now, onChange), [deadlineMs, now])
  const read = () => secondsUntil(deadlineMs, now())
  const seconds = useSyncExternalStore(subscribe, read, read)

  const isOver = seconds === 0
  const end = useEffectEvent(() => onEnd?.())
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  return seconds
}

function secondsUntil(deadlineMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((deadlineMs - nowMs) / 1000))
}

/** Renders at each change of the whole second, and when the page becomes visible again. */
function everySecondUntil(deadlineMs: number, now: () => number, onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function tick() {
    clearTimeout(timer)
    const leftMs = deadlineMs - now()
    if (leftMs > 0) timer = setTimeout(tick, leftMs % 1000 || 1000)
    onChange()
  }
  tick()
  document.addEventListener('visibilitychange', tick)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}
