import { afterEach, expect, test, vi } from 'vitest'
import { plainVisitor, type ServedPage } from '../support/served-page.ts'
import { servedPortal } from '../support/served-portal.ts'

let nowMs = Date.now()
const portal = await servedPortal({ clock: { now: () => new Date(nowMs) } })

const TROUBLES = {
  'is down': { dropRequest: true },
  'answers HTML': { status: 200, body: '<html><body>Maintenance</body></html>', contentType: 'text/html' },
  'answers half a JSON': { status: 200, body: '[{"id":"PROD-1","sta', contentType: 'application/json' },
} as const
type Trouble = keyof typeof TROUBLES

const injectFault = (trouble: Trouble, operation: string) => portal.injectFault({ face: 'tmforum', operation, do: TROUBLES[trouble] })
const UNCHECKED = 'Nous n’avons pas pu vérifier ce numéro pour le moment.'
const UNREAD = 'Nous n’avons pas pu lire la liste des forfaits pour le moment.'
const OLDER = 'ces prix datent d’un peu plus tôt'

/** After a failed read the catalogue is not requested again for five seconds. */
function passSeconds(seconds: number): void {
  nowMs += seconds * 1000
}

afterEach(() => portal.clearFaults())

async function bundlesFor(msisdn: string): Promise<ServedPage> {
  const page = await plainVisitor(portal).open('/data-bundle')
  return page.press('Voir les forfaits', { 'Numéro de mobile': msisdn })
}

test('a list of bundles that cannot be read says so, and its retry is a plain button; the tariffs say so too', async () => {
  await injectFault('is down', 'offering.list')
  const page = await bundlesFor('90220002')
  expect(page.text).toContain(UNREAD)
  expect((await plainVisitor(portal).open('/table')).text).toContain('Nous n’arrivons pas à joindre notre réseau')
  await portal.clearFaults()
  passSeconds(6)
  const again = await page.press('Réessayer')
  expect(again.links('Appels')).not.toEqual([])
  expect(again.text).not.toContain(UNREAD)
})

test.for(Object.keys(TROUBLES) as Trouble[])(
  'an operator that %s: the number is not called wrong, and a retry finds it',
  async (trouble) => {
    await injectFault(trouble, 'product.find')
    const page = await bundlesFor(`9022001${Object.keys(TROUBLES).indexOf(trouble)}`)
    expect(page.text).toContain(UNCHECKED)
    expect(page.text).not.toContain('Numéro de mobile non valide')
    await portal.clearFaults()
    passSeconds(6)
    const again = await page.press('Réessayer')
    expect(again.text).toContain('Ligne prépayée Ténéré Mobile')
    expect(again.links('Appels')).not.toEqual([])
  },
)

test('a balance that cannot be read keeps the proven code: the retry needs no new one', async () => {
  const asked = await (await plainVisitor(portal).open('/check-balance?msisdn=90220020')).press('Recevoir le code par SMS')
  await injectFault('answers half a JSON', 'bucket.list')
  const unread = await asked.press('Valider le code', { 'Code à 6 chiffres': await portal.codeFor('90220020') })
  expect(unread.text).toContain('Nous n’avons pas pu lire votre solde.')
  await portal.clearFaults()
  passSeconds(6)
  expect((await unread.press('Réessayer')).text).toContain('Solde du 90 22 00 20')
})

test('BB-2 NUM-1 the balance of a hybrid line leads to its bill, which opens with the number, and to no page that refuses it', async () => {
  const asked = await (await plainVisitor(portal).open('/check-balance?msisdn=90000004')).press('Recevoir le code par SMS')
  const balance = await asked.press('Valider le code', { 'Code à 6 chiffres': await portal.codeFor('90000004') })
  expect(balance.text).toContain('Solde du 90 00 00 04')
  expect(balance.links('Recharger cette ligne')).toEqual([])
  expect(balance.links('Acheter un forfait')).toEqual([])
  const bill = await balance.follow('Payer la facture')
  expect(bill.address).toBe('/postpaid-bill-pay')
  expect(bill.field('Numéro de mobile')).toBe('90 00 00 04')
  expect(bill.text).toContain('Ligne hybride')
  expect(bill.text).not.toContain('Numéro de mobile non valide')
})

test('while every system of the operator hangs, all other pages answer at once', async () => {
  await portal.injectFault({ face: 'tmforum', do: { delayMs: 60_000 } })
  const hanging = plainVisitor(portal).open('/prepaid-recharge?msisdn=90220030')
  for (const path of [
    '/',
    '/about',
    '/gethelp',
    '/openNetworks',
    '/storeLocator',
    '/contact-us',
    '/prepaid-recharge',
    '/postpaid-bill-pay',
  ]) {
    const began = performance.now()
    expect((await plainVisitor(portal).open(`${path}?fresh`)).status, path).toBe(200)
    expect(performance.now() - began, path).toBeLessThan(4000)
  }
  expect((await hanging).text).toContain(UNCHECKED)
})

test('older prices are shown while the operator is down, and marked as such', async () => {
  expect((await plainVisitor(portal).open('/table?before')).text).not.toContain(OLDER)
  await injectFault('is down', 'offering.list')
  passSeconds(61)
  let looks = 0
  // The first request starts a background refresh.
  const tariffs = await vi.waitFor(
    async () => {
      passSeconds(6)
      const page = await plainVisitor(portal).open(`/table?look=${(looks += 1)}`)
      expect(page.text).toContain(OLDER)
      return page
    },
    { timeout: 20_000, interval: 200 },
  )
  expect(new Set(tariffs.links().filter((href) => /^\?category=\w+$/.test(href))).size).toBe(6)
  expect((await plainVisitor(portal).open('/prepaid-recharge?msisdn=90220031')).text).toContain(OLDER)
})
