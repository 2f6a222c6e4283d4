import { dialAddress } from '#portal/ui/signs/dial-link.tsx'
import type { UssdPath } from './read-ussd-path.ts'

/** One line on the page of a service: the same by phone, without internet. No style and no script: every byte of a page is paid for. */
export function UssdHint({ path }: { path: UssdPath | null }) {
  if (!path) return null
  return (
    <p>
      {path.words} <a href={dialAddress(path.code)}>{path.code}</a>
    </p>
  )
}
