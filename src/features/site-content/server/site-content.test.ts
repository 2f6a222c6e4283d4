import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { encodeSms } from '#shared/gsm-text.ts'
import { LANGUAGES } from '#shared/language.ts'
import { editorLink } from '#shared/safe-addresses.ts'
import { openDatabase } from '#server/database/database.ts'
import { ADDRESS_CORPUS } from '#tests/support/address-corpus.ts'
import { testPortal } from '#tests/support/test-portal.ts'
import { PACKAGE_NAMES, readSeedFiles } from './shipped-packages.ts'
import { checkContent, importContent, createSiteContent, seedContent } from './site-content.ts'
import { replacePackages } from './site-content.store.ts'

let now = new Date('2026-11-15T10:00:00Z')
const portal = await testPortal({ clock: { now: () => now } })
const db = openDatabase(portal.database.pool)
const seeds = readSeedFiles()
const later = () => (now = new Date(now.getTime() + 10_000))

async function read(pageUrl: string, lang?: string): Promise<Record<string, string>> {
  const query = { opco: 'NE', pageUrl }
  const answer = await portal.call({ url: `${API_PREFIX}/cms/webpage/activePackage`, query, headers: lang ? { lang } : {} })
  return JSON.parse(answer.json().result.packageHtml) as Record<string, string>
}

test('API-6 a package is a JSON text in packageHtml, by language prefix', async () => {
  expect((await read('/recharge-translation')).buyAirtime).toBe('BUY AIRTIME')
  expect((await read('/sw/recharge-translation')).buyAirtime).toBe('Acheter du crédit')
})

test('API-6 another country, an unknown package or a strange address is refused', async () => {
  for (const [opco, pageUrl] of [
    ['ML', '/orp-translation'],
    ['NE', '/nothing'],
    ['NE', '/../x'],
    ['NE', ''],
  ] as const) {
    const answer = await portal.call({ url: `${API_PREFIX}/cms/webpage/activePackage`, query: { opco, pageUrl } })
    expect([400, 404]).toContain(answer.statusCode)
  }
})

test('LOAD-2 the loading texts come in one call, in the language of the prefix', async () => {
  const url = `${API_PREFIX}/cms/webpage/loadingTexts`
  expect((await portal.call({ url, query: { prefix: '' } })).json().result.wait).toBe('Please wait ...')
  expect((await portal.call({ url, query: { prefix: '/sw' } })).json().result.wait).toBe('Veuillez patienter…')
})

test('an editor’s package replaces the one served, within seconds', async () => {
  expect(await importContent(db, seeds, [{ name: 'recharge-translation', language: 'en', body: { buyAirtime: 'TOP UP' } }])).toEqual([])
  later()
  const texts = await read('/recharge-translation')
  expect(texts.buyAirtime).toBe('TOP UP')
  expect(texts.rechargeTitle).toBe('Online Recharge') // what the editor left out comes from the package that ships with the portal
})

test('abuse 50 abuse 51 one wrong package leaves everything as it was', async () => {
  const problems = await importContent(db, seeds, [
    { name: 'search-translation', language: 'en', body: { search: 'Look for' } },
    { name: 'footer-translation', language: 'en', body: { free: '<b>free</b>' } },
  ])
  expect(problems).toEqual(['en/footer-translation: /free holds markup'])
  later()
  expect((await read('/search-translation')).search).toBe('Search')
})

test('F71 MSG-3 an SMS text that needs more than three parts is refused when it is written', async () => {
  const sms = (text: string) => importContent(db, seeds, [{ name: 'payment-translation', language: 'en', body: { sms_failed: text } }])
  expect(await sms(`${'a'.repeat(440)} {reference} {amount}`)).toEqual([
    "en/payment-translation: 'sms_failed' needs 4 SMS with the longest values: at most 3 are sent",
  ])
  expect(await sms('a'.repeat(459))).toEqual([])
  expect(await importContent(db, seeds, [{ name: 'payment-translation', language: 'en', body: {} }])).toEqual([])
})

test('MSG-3 every SMS text that ships fits its parts with the longest values, and says nothing in letters that cost more', () => {
  const files = LANGUAGES.flatMap((language) => PACKAGE_NAMES.map((name) => ({ name, language, body: seeds.read(name, language) })))
  expect(checkContent(seeds, files).problems).toEqual([])
  const texts = files.flatMap(({ body }) => Object.entries(body as object).filter(([key]) => /^sms(_|$)/.test(key)))
  expect(texts.length).toBeGreaterThan(30)
  for (const [key, text] of texts) expect(encodeSms(String(text)), key).toMatchObject({ coding: 'gsm', parts: 1 })
})

test.for([
  ['a key that does not exist', { nothing: 'x' }, /not a text of this package/],
  ['an empty text', { buyAirtime: ' ' }, /is empty/],
  ['a value that is never given', { buyAirtime: 'Pay {secret}' }, /asks for \{secret\}/],
  ['something other than a text', { buyAirtime: 5 }, /must be a text/],
  ['a list', [], /must be a list of names and texts/],
] as const)('an import is refused for %s', async ([, body, message]) => {
  const problems = await importContent(db, seeds, [{ name: 'recharge-translation', language: 'en', body }])
  expect(problems[0]).toMatch(message)
})

test('a link in a page package stays inside the portal or uses https', async () => {
  for (const href of ['//evil.test', '/\\evil.test', 'javascript:alert(1)', 'http://plain.test', 'data:text/html,x']) {
    const problems = await importContent(db, seeds, [
      { name: 'website-footer-config', language: 'en', body: { links: [{ label: 'x', href }] } },
    ])
    expect(problems, href).not.toEqual([])
  }
})

test('abuse 84 a link that a version before this one imported leads home when it would leave the portal', async () => {
  const links = ['/.//evil.test', '/%2e//evil.test', 'https://www.operator.example', '/gethelp'].map((href) => ({ label: 'x', href }))
  await replacePackages(db, [{ name: 'website-footer-config', language: 'en', body: { links }, seedVersion: null }])
  later()
  const served = (await read('/website-footer-config')) as unknown as { links: { href: string }[] }
  expect(served.links.map(({ href }) => href)).toEqual(['/', '/', 'https://www.operator.example/', '/gethelp'])
})

test('abuse 84 an import is refused for every link that would leave the portal by accident', async () => {
  for (const href of ADDRESS_CORPUS.filter((text) => editorLink(text) === null)) {
    const body = { links: [{ label: 'x', href }] }
    expect(await importContent(db, seeds, [{ name: 'website-footer-config', language: 'en', body }]), href).not.toEqual([])
  }
  const image = {
    devices_detail: { heading_image: '//evil/x.svg', deviceName: 'x', features: ['x'] },
    connectionFee: 0,
    consentVersion: '1',
  }
  expect(await importContent(db, seeds, [{ name: 'hbb-lead-config', language: 'en', body: image }])).not.toEqual([])
})

test('a new version of the portal brings its new texts but never overwrites an editor’s', async () => {
  await seedContent(db, {
    version: seeds.version + 1,
    read: (name, language) => (name === 'search-translation' ? { search: 'New', NoData: 'New' } : seeds.read(name, language)),
  })
  later()
  expect((await read('/search-translation')).search).toBe('New')
  await importContent(db, seeds, [{ name: 'search-translation', language: 'en', body: { search: 'Edited' } }])
  await seedContent(db, seeds)
  later()
  expect((await read('/search-translation')).search).toBe('Edited')
})

test('French is shown with blanks that hold, whatever an editor typed; SMS and editors get it as it was written', async () => {
  const written = { results: 'Résultats pour « {text} » : 1 000', NoData: 'Rien\u00a0? Rien\u202f:' }
  expect(await importContent(db, seeds, [{ name: 'search-translation', language: 'fr', body: written }])).toEqual([])
  later()
  const content = createSiteContent({ db, clock: { now: () => now }, seeds })
  expect(await content.read('search-translation', 'fr')).toMatchObject({
    results: 'Résultats pour «\u00a0{text}\u00a0»\u00a0: 1\u202f000',
    NoData: 'Rien\u202f? Rien\u00a0:',
  })
  expect(await content.readAsWritten('search-translation', 'fr')).toMatchObject(written)
})
