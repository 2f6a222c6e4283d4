import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { COUNTRY } from '#shared/country-profiles.ts'
import { isMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'

/** More and longer ones nobody types. */
export const MOST_INPUTS = 60
export const LONGEST_INPUT = 40

/** USSD-2: only known addresses that show the right secret are heard, and nobody else learns whether it was the one or the other. */
export type DoorKeeper = (ip: string, shown: string | string[] | undefined) => boolean

export function keepDoor(addresses: readonly string[], secret: string): DoorKeeper {
  const allowed = allowList(addresses)
  return (ip, shown) => isAllowed(allowed, ip) && isSecret(shown, secret)
}

/** +22790123456, with or without the plus: nothing shorter, longer or from elsewhere is a line of this country. */
export function numberOf(given: string): MobileNumber | null {
  const digits = new RegExp(`^\\+?${COUNTRY.dialCode}([0-9]{${COUNTRY.numberLength}})$`).exec(given)?.[1]
  return isMobileNumber(digits) ? digits : null
}

function allowList(addresses: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of addresses) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

function isAllowed(list: BlockList, ip: string): boolean {
  const plain = ip.replace(/^::ffff:(?=[0-9.]+$)/i, '')
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}

/** In constant time, whatever was sent. */
function isSecret(shown: string | string[] | undefined, secret: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return typeof shown === 'string' && timingSafeEqual(hash(shown), hash(secret))
}
