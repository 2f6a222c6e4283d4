import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { countUse, sendCountsOnLeave } from '../analytics.ts'

/** API-7: one count for every page shown. */
export function PageCounting() {
  const { pathname } = useLocation()
  useEffect(() => countUse(pathname, 'view'), [pathname])
  useEffect(() => sendCountsOnLeave(), [])
  return null
}
