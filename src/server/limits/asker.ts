import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'

/**
 * Who a limit counts for. Everybody has an address, behind which a whole town may stand. A visit counts only when the server itself began it:
 * a cookie that anybody made up is a stranger's.
 */
export type Asker = {
  /** Hashed, so that no list of addresses builds up in the limits table. */
  address: string
  visit: string | null
  /** Whether a puzzle was solved for this very call. */
  hasSolved: boolean
}

export function hiddenAddress(secret: string, ip: string): string {
  return createHmac('sha256', secret)
    .update(`asker|${countedAddress(ip)}`)
    .digest('base64url')
    .slice(0, 22)
}

/** One customer has a whole /64 of IPv6: it counts as one address. This machine has two names and is one. */
export function countedAddress(ip: string): string {
  const [address = ''] = ip.toLowerCase().split('%', 1)
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')
  if (groups.slice(0, 7).every((group) => group === 0) && groups[7] === 1) return '127.0.0.1'
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

function groupsOf(address: string): number[] {
  const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number)
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
  const [head = '', tail] = plain.split('::')
  const numbers = (text: string) => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)))
  const [front, back] = [numbers(head), numbers(tail ?? '')]
  return tail === undefined ? front : [...front, ...Array.from({ length: 8 - front.length - back.length }, () => 0), ...back]
}
