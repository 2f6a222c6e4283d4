import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { isMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'
import { COUNTRY } from '#shared/operator.ts'

/** More than real callers type. */
export const MAX_INPUTS = 60
export const MAX_INPUT_CHARACTERS = 40

/** USSD-2: accepts only known addresses with one of the keys: there are two while a key is replaced. A rejection does not say which of the two was wrong. */
export type GatewayAuth = (ip: string, shown: string | string[] | undefined) => boolean

export function createGatewayAuth(addresses: readonly string[], secrets: readonly string[]): GatewayAuth {
  const allowed = allowList(addresses)
  return (ip, shown) => isAllowed(allowed, ip) && secrets.map((secret) => isSecret(shown, secret)).includes(true)
}

export function keysOf({ key, nextKey }: { key: string; nextKey: string | null }): string[] {
  return nextKey === null ? [key] : [key, nextKey]
}

/** Accepts +22790123456, with or without the plus. Any other length or country code is not a line of this country. */
export function numberOf(given: string): MobileNumber | null {
  const international = given.replace(/^\+/, '')
  const digits = international.startsWith(COUNTRY.dialCode) ? international.slice(COUNTRY.dialCode.length) : null
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

/** Compares in constant time, for any value. */
function isSecret(shown: string | string[] | undefined, secret: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return typeof shown === 'string' && timingSafeEqual(hash(shown), hash(secret))
}
