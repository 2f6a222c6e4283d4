import { useState } from 'react'
import { ScrollRestoration, UNSAFE_useScrollRestoration as useScrollRestoration } from 'react-router'
import { useHasScript } from '../ui/use-has-script.ts'

/**
 * Goes back to where a page was scrolled to. In the server's page React Router does it with a script before the first paint;
 * when the frame is drawn anew later (after an error) that script would never run, and our content policy refuses it.
 */
export function ScrollMemory() {
  const hasScript = useHasScript()
  const [isFirstPage] = useState(!hasScript)
  return isFirstPage ? <ScrollRestoration /> : <LaterScrollMemory />
}

function LaterScrollMemory() {
  useScrollRestoration({})
  return null
}
