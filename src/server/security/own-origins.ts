import { hostname, networkInterfaces } from 'node:os'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The origins of this portal. */
export type OwnOrigins = {
  /** PUBLIC_URL. */
  publicOrigin: string
  /** Whether other origins than PUBLIC_URL are accepted. */
  areMany: boolean
  /** The origin that a request was sent to; null when its host is none of ours. */
  originOf(headers: Headers): string | null
  /**
   * Whether one of our forms may have sent this: its Origin (or Referer) is the origin it was sent to, and no browser header contradicts.
   */
  isFromOurPages(headers: Headers): boolean
  /** Checks a stored origin again; null when it is not ours (any more). */
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
 * In production the portal is at PUBLIC_URL and nowhere else; the client's Host header is ignored. In the sandbox any local name works:
 * localhost, an address of this machine or its name. Any other name is refused, because a foreign name can resolve to this machine, and its
 * pages would then count as our origin (DNS rebinding). A numeric address cannot be resolved elsewhere.
 */
export function ownAddresses(
  { publicOrigin, isProduction }: { publicOrigin: string; isProduction: boolean },
  machine: Machine = THIS_MACHINE,
): OwnOrigins {
  const publicUrl = new URL(publicOrigin)
  /** Every page calls this, and nearly all with the same host. */
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
    // A proxy or a mapped port may be in front: at the public name, the public URL is meant.
    const origin = url.hostname === publicUrl.hostname ? publicOrigin : url.origin
    // An address of this machine may belong to another one tomorrow.
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
