import { hostname, networkInterfaces } from 'node:os'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** At which addresses this portal is itself. */
export type OwnAddresses = {
  /** PUBLIC_URL. */
  publicOrigin: string
  /** Whether there may be others than PUBLIC_URL. */
  areMany: boolean
  /** The origin at which a request reached us; null when it names a host that is none of ours. */
  originOf(headers: Headers): string | null
  /** Whether a form of ours may have sent this: its Origin (or Referer) is the address it was sent to, and the browser does not say otherwise. */
  isFromOurPages(headers: Headers): boolean
  /** A stored origin, judged again; null when it is not ours (any more). */
  judge(origin: string | null): string | null
}

type Machine = { name: string; addresses: () => string[] }

const THIS_MACHINE: Machine = {
  name: hostname().toLowerCase(),
  addresses: () =>
    Object.values(networkInterfaces())
      .flat()
      .flatMap((each) => (each ? [each.address] : [])),
}

/**
 * In production the portal is at PUBLIC_URL and nowhere else; the Host header, which somebody else wrote, is not asked. In the sandbox people type what
 * they like: localhost, an address of this machine or its name. Any other name is refused, because a stranger's name may be made to lead
 * here, and pages of that name would then speak to us as ours do (DNS rebinding). An address in figures cannot be made to lead elsewhere.
 */
export function ownAddresses(
  { publicOrigin, isProduction }: { publicOrigin: string; isProduction: boolean },
  machine: Machine = THIS_MACHINE,
): OwnAddresses {
  const publicUrl = new URL(publicOrigin)
  /** Every page asks, and nearly all name the same host. */
  let last: { host: string; origin: string } | null = null

  function isLastingName(name: string): boolean {
    return name === publicUrl.hostname || name === 'localhost' || name === machine.name
  }

  function isOwnName(name: string): boolean {
    if (isLastingName(name)) return true
    const address = name.replace(/^\[|\]$/g, '')
    return /^127\.[0-9.]+$/.test(address) || address === '::1' || machine.addresses().includes(address)
  }

  function originOf({ host }: Headers): string | null {
    if (isProduction) return publicOrigin
    if (last && host === last.host) return last.origin
    const url = typeof host === 'string' && /^[A-Za-z0-9.:[\]-]+$/.test(host) ? URL.parse(`http://${host}`) : null
    if (!url || !isOwnName(url.hostname)) return null
    // A proxy or a mapped port may stand before us: at the public name, the public address is meant.
    const origin = url.hostname === publicUrl.hostname ? publicOrigin : url.origin
    // An address of this machine may be another's tomorrow.
    if (typeof host === 'string' && isLastingName(url.hostname)) last = { host, origin }
    return origin
  }

  return {
    publicOrigin,
    areMany: !isProduction,
    originOf,
    isFromOurPages(headers) {
      const own = originOf(headers)
      const { origin, referer } = headers
      const site = headers['sec-fetch-site']
      if (own === null || (site !== undefined && site !== 'same-origin' && site !== 'none')) return false
      if (typeof origin === 'string') return origin === own
      if (typeof referer === 'string' && URL.canParse(referer)) return new URL(referer).origin === own
      return site === 'same-origin'
    },
    judge(origin) {
      const url = origin === null ? null : URL.parse(origin)
      if (!url || url.origin !== origin) return null
      if (origin === publicOrigin) return origin
      return !isProduction && url.protocol === 'http:' && isOwnName(url.hostname) ? origin : null
    },
  }
}
