import { expect, test } from 'vitest'
import { ADDRESS_CORPUS } from '#tests/support/address-corpus.ts'
import { editorLink, gatewayPage, pathInsidePortal } from './safe-addresses.ts'

const PORTAL = 'https://portal.test'

/** Resolves a URL as a browser does, and as a careless program that parses the parsed path again. */
function placesOf(address: string): string[] {
  const url = new URL(address, PORTAL)
  const again = new URL(url.pathname + url.search, PORTAL)
  const decoded = new URL(decodeURIComponent(url.pathname), PORTAL)
  return [url.origin, again.origin, decoded.origin]
}

test('abuse 84 the corpus contains enough attacks', () => expect(new Set(ADDRESS_CORPUS).size).toBeGreaterThanOrEqual(150))

test('abuse 84 a path inside the portal never leaves it, however often it is parsed', () => {
  for (const text of ADDRESS_CORPUS) {
    const path = pathInsidePortal(text)
    expect(new Set(placesOf(path)), text).toEqual(new Set([PORTAL]))
    expect(path).toMatch(/^\/(?![/\\])/)
    expect(pathInsidePortal(path)).toBe(path)
  }
})

test('abuse 84 an editor’s link stays inside the portal, or names its target plainly', () => {
  for (const text of ADDRESS_CORPUS) {
    const link = editorLink(text)
    if (link === null) continue
    expect(editorLink(link), text).toBe(link)
    if (link.startsWith('/')) expect(link).toBe(pathInsidePortal(text))
    else expect(text.toLowerCase()).toMatch(/^https:\/\/(?:localhost\.)?evil\.test/)
  }
})

test('abuse 84 no gateway can send visitors to another origin than its own', () => {
  for (const text of ADDRESS_CORPUS) expect(gatewayPage(text, ['https://pay.test']), text).toBeNull()
})

test('abuse 84 random addresses never leave the portal', () => {
  const pieces = [
    '/',
    '\\',
    '.',
    '%2e',
    '%2f',
    '%5c',
    '%25',
    '\t',
    '\n',
    '?',
    '#',
    '@',
    ':',
    ';',
    'a',
    'evil.test',
    '／',
    '%00',
    ' ',
    'https:',
  ]
  let seed = 84
  const chance = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
  for (let count = 0; count < 20_000; count += 1) {
    const text = '/' + Array.from({ length: 1 + Math.floor(chance() * 8) }, () => pieces[Math.floor(chance() * pieces.length)]).join('')
    const path = pathInsidePortal(text)
    expect(new Set(placesOf(path)), JSON.stringify(text)).toEqual(new Set([PORTAL]))
    expect(pathInsidePortal(path), JSON.stringify(text)).toBe(path)
    const link = editorLink(text)
    if (link !== null) expect(link, JSON.stringify(text)).toBe(path)
  }
})

test.for(['https://www.operator.example/x?a=1#b', 'tel:300', 'tel:+22790000001', 'mailto:aide@operator.example', '/gethelp/securite', '/'])(
  'links that editors need are not changed: %s',
  (text) => expect(editorLink(text)).toBe(text),
)

test.for([
  '/prepaid-recharge/',
  '/store_finder/dealers?q=a%20b',
  '/gethelp/question/101-x',
  '/caf%C3%A9',
  '/openNetworks?q=Zinder&lat=13.5',
])('a page of the portal keeps its address: %s', (text) => expect(pathInsidePortal(text)).toBe(text))

test('a path of the portal is returned with its query', () => {
  expect(pathInsidePortal('/data-bundle?msisdn=90000001')).toBe('/data-bundle?msisdn=90000001')
})

test('nothing leads out of the portal by accident', () => {
  for (const text of ['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)', '', 'x', '/\t/evil.test', '/\n/evil.test'])
    expect(pathInsidePortal(text), JSON.stringify(text)).toBe('/')
})

test.for(['https://pay.test/checkout/abc', 'https://pay.test:443/x?y=1'])('abuse 53 a page of the provider is accepted: %s', (address) => {
  expect(gatewayPage(address, ['https://pay.test'])).not.toBeNull()
})

test.for([
  'https://evil.test/',
  'http://pay.test/',
  'https://pay.test.evil.test/',
  'https://pay.test@evil.test/',
  'https://user:secret@pay.test/',
  'https://pay.test:8443/',
  '//pay.test/',
  'javascript:alert(1)',
  'data:text/html,x',
  '/checkout',
  '',
])('abuse 53 any other page is refused: %s', (address) => {
  expect(gatewayPage(address, ['https://pay.test'])).toBeNull()
})
