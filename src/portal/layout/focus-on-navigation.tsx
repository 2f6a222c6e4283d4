import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** After a navigation without a page load, whoever listens or uses the keyboard starts at the new content. */
export function FocusOnNavigation() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname])
  return null
}
