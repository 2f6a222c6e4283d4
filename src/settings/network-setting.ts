import { isIP } from 'node:net'
import { setting, type About, type Setting } from './setting.ts'

/** A comma-separated list. */
export function split(given: string): string[] {
  return given
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
}

/** 'true', a hop count or a network of half the internet would let any client forge its own address. */
export function networks(name: string, about: About): Setting<string[]> {
  return setting(name, about, {
    kind: 'list',
    example: '172.30.0.0/24',
    problemOf(given) {
      const wrong = split(given).find((item) => !isNetwork(item))
      return wrong === undefined ? null : `must list addresses or networks (10.0.0.0/8 at the widest, fc00::/7), not '${wrong}'`
    },
    parse: split,
  })
}

function isNetwork(item: string): boolean {
  const [address = '', bits, ...more] = item.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  if (bits === undefined) return true
  const widest = family === 4 ? 8 : 7
  return /^[0-9]{1,3}$/.test(bits) && Number(bits) >= widest && Number(bits) <= (family === 4 ? 32 : 128)
}
