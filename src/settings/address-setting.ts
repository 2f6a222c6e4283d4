import { placeOf, type NetworkPlace } from './network-places.ts'
import { setting, type About, type Setting, type Situation } from './setting.ts'

type AboutAddress = About & {
  /** It may lie in the operator's own network, when PRIVATE_ADDRESSES says so. */
  mayBePrivate?: true
  /** What else is wrong with it. */
  also?: (url: URL, text: string) => string | null
}

const REFUSED_PLACES: Readonly<Record<Exclude<NetworkPlace, 'outside' | 'private'>, string>> = {
  'this-machine': 'points to this machine, which production refuses',
  nowhere: 'points to no machine that anybody has, which production refuses',
  'link-local': 'is link-local, which production refuses',
  wrapped: 'hides an IPv4 address in an IPv6 address, which production refuses',
}

/** The address below which a provider is called, as it was written. */
export function address(name: string, about: AboutAddress): Setting<string> {
  return addressOf(name, about, (url, text) => {
    if (url.search || url.hash) return 'must be an address to build on: nothing after ? or #'
    return about.also?.(url, text) ?? null
  })
}

/** An address with parts to fill in, which the browser calls. */
export function addressTemplate(name: string, about: AboutAddress): Setting<string> {
  return addressOf(name, about, (url, text) => about.also?.(url, text) ?? null)
}

/** Scheme, host and port: a path would be lost without a word. */
export function origin(name: string, about: AboutAddress): Setting<URL> {
  const asWritten = addressOf(name, about, (url) =>
    url.pathname !== '/' || url.search || url.hash ? 'must be an address without a path' : null,
  )
  return { ...asWritten, parse: (text) => new URL(text) }
}

/** An address that browsers fetch from, with its path and without a slash at its end. */
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
      // The parser would forgive spaces around it and line ends in it; what is called later is the text.
      if (!url || !/^https?:$/.test(url.protocol) || /\s/.test(text)) return `must be an http or https address, not '${text}'`
      // Nor is it shown: this line ends up in logs.
      if (url.username || url.password) return 'must not hold a name or password'
      return alsoWrong(url, text) ?? (situation.mode === 'production' ? placeProblem(url, { mayBePrivate, ...situation }) : null)
    },
    parse: (text) => text,
  })
}

/** What production refuses of an address: for every setting, and for every address inside a setting. */
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

/** Where a name leads only its network knows; a number that is not private is public. */
function isNumeric(hostname: string): boolean {
  return /^[0-9.]+$|^\[/.test(hostname)
}
