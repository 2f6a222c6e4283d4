import { placeOf, type NetworkPlace } from './network-places.ts'
import { setting, type About, type Setting, type Situation } from './setting.ts'

type AboutAddress = About & {
  /** Its address may be in the operator's own network, when PRIVATE_ADDRESSES says so. */
  mayBePrivate?: true
  /** A further check. */
  also?: (url: URL, text: string) => string | null
}

const REFUSED_PLACES: Readonly<Record<Exclude<NetworkPlace, 'outside' | 'private'>, string>> = {
  'this-machine': 'points to this machine, which production refuses',
  nowhere: 'points to no machine that anybody has, which production refuses',
  'link-local': 'is link-local, which production refuses',
  wrapped: 'hides an IPv4 address in an IPv6 address, which production refuses',
}

/** The base URL of a provider, as it was written. */
export function address(name: string, about: AboutAddress): Setting<string> {
  return addressOf(name, about, (url, text) => {
    if (url.search || url.hash) return 'must be an address to build on: nothing after ? or #'
    return about.also?.(url, text) ?? null
  })
}

/** A URL template that the browser fills in and calls. */
export function addressTemplate(name: string, about: AboutAddress): Setting<string> {
  return addressOf(name, about, (url, text) => about.also?.(url, text) ?? null)
}

/** Scheme, host and port: a path would be dropped silently. */
export function origin(name: string, about: AboutAddress): Setting<URL> {
  const asWritten = addressOf(name, about, (url) =>
    url.pathname !== '/' || url.search || url.hash ? 'must be an address without a path' : null,
  )
  return { ...asWritten, parse: (text) => new URL(text) }
}

/** A URL that browsers fetch from, with its path and without a slash at its end. */
export function folder(name: string, about: AboutAddress): Setting<string> {
  // A comma or a semicolon would end the source in a page's policy.
  const also = ({ pathname }: URL) => (/[;,]/.test(pathname) ? 'must have no comma or semicolon in its path' : null)
  return { ...address(name, { ...about, also }), parse: (text) => new URL(text).href.replace(/\/+$/, '') }
}

function addressOf(name: string, about: AboutAddress, alsoWrong: (url: URL, text: string) => string | null): Setting<string> {
  const mayBePrivate = about.mayBePrivate ?? false
  return setting(name, about, {
    kind: 'address',
    example: `https://${name.toLowerCase().replaceAll('_', '-')}.example.ne`,
    mayBePrivate,
    problemOf: (text, situation) => {
      const url = URL.parse(text)
      // The parser would ignore spaces around it and line ends in it; later calls use the text itself.
      if (!url || !/^https?:$/.test(url.protocol) || /\s/.test(text)) return `must be an http or https address${shown(text)}`
      if (url.username || url.password) return 'must not hold a name or password'
      return alsoWrong(url, text) ?? (situation.mode === 'production' ? placeProblem(url, { mayBePrivate, ...situation }) : null)
    },
    parse: (text) => text,
  })
}

/** A value that may contain a password is not repeated: this line ends up in logs. */
function shown(text: string): string {
  return text.includes('@') ? '' : `, not '${text}'`
}

/** Production's checks of a URL: for every setting, and for every URL inside a setting. */
export function placeProblem(
  { hostname, protocol }: URL,
  { mayBePrivate, isPrivate }: Situation & { mayBePrivate: boolean },
): string | null {
  const place = placeOf(hostname)
  if (place === 'private' && !isPrivate)
    return mayBePrivate
      ? 'points into a private network: name it in PRIVATE_ADDRESSES if that is meant'
      : 'points into a private network, which production refuses'
  if (place !== 'private' && place !== 'outside') return REFUSED_PLACES[place]
  if (protocol === 'https:') return null
  if (isPrivate && (place === 'private' || !isNumeric(hostname))) return null
  return `must begin with https:// in production${mayBePrivate ? ', unless PRIVATE_ADDRESSES names it' : ''}`
}

/** Only its own network can resolve a name; an IP address that is not private is public. */
function isNumeric(hostname: string): boolean {
  return /^[0-9.]+$|^\[/.test(hostname)
}
