import { dialAddress } from '../ui/signs/dial-link.tsx'
import type { DialHintData } from './read-dial-hint.ts'

/** One line on the page of a service: its USSD code, which needs no internet. No style and no script: visitors pay for every byte. */
export function DialHint({ hint }: { hint: DialHintData | null }) {
  if (!hint) return null
  return (
    <p lang={hint.lang}>
      {hint.words} <a href={dialAddress(hint.code)}>{hint.code}</a>
    </p>
  )
}
