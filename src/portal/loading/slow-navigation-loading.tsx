import { useEffect } from 'react'
import { useNavigation } from 'react-router'
import { loadingFlag } from './loading-flag.ts'

const SLOW_MS = 700

/** A quick navigation shows nothing; one that a slow link holds up shows the overlay until the page is there. */
export function SlowNavigationLoading() {
  const isBusy = useNavigation().state !== 'idle'
  useEffect(() => {
    if (!isBusy) return undefined
    const timer = setTimeout(loadingFlag.show, SLOW_MS)
    return () => {
      clearTimeout(timer)
      loadingFlag.hide()
    }
  }, [isBusy])
  return null
}
