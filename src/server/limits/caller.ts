import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'

/**
 * The caller that a rate limit counts for. Every request has an IP address, which a whole town may share. A visit counts only when the
 * server itself began it: a made-up cookie counts as none.
 */
export type Caller = {
  /** Hashed, so that the limits table does not collect IP addresses. */
  address: string
  visit: string | null
  /** `solved` for this very call; `none` for a caller that cannot solve one, such as a page without script. */
  puzzle: 'solved' | 'open' | 'none'
  /** Aborts when the client disconnects before the response. */
  signal?: AbortSignal
}

export function hashIp(secret: string, ip: string): string {
  return createHmac('sha256', secret)
    .update(`asker|${normalizeIp(ip)}`)
    .digest('base64url')
    .slice(0, 22)
}

/** One customer has a whole /64 of IPv6: it counts as one address. The two loopback addresses of this machine are one. */
export function normalizeIp(ip: string): string {
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
