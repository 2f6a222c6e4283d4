import { expect, test, vi } from 'vitest'
import { endClosure, insertClosure, readClosures } from '#features/switches/server/closure.store.ts'
import type { ConnectorId } from '#shared/connector-table.ts'
import { plainVisitor } from '../support/served-page.ts'
import { servedPortal } from '../support/served-portal.ts'
import { ussdWorld } from '../support/ussd-world.ts'

const portal = await servedPortal()
const BY = { id: 'sub-finance', name: 'Finance 1' }

async function close(db: typeof portal.db, ...connectors: ConnectorId[]): Promise<void> {
  const now = new Date()
  const until = new Date(now.getTime() + 90 * 60_000)
  for (const connector of connectors) await insertClosure(db, { connector, reason: 'works', note: 'Works', by: BY, until, now })
}

async function open(db: typeof portal.db): Promise<void> {
  for (const { id } of (await readClosures(db)).values()) await endClosure(db, id, { by: 'test', now: new Date() })
}

const CLOSED = {
  fr: /Fermé pour l’instant\. Retour prévu : (?:\p{L}+ )?\d\d:\d\d/u,
  en: /Closed for now\. Expected back: (?:\p{L}+ )?\d\d:\d\d/u,
}

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test.for(['fr', 'en'] as const)(
  'CON-8 a closed way says until when, cannot be chosen, and the others are offered (%s)',
  async (language) => {
    const visitor = plainVisitor(portal)
    const french = await (await visitor.open('/prepaid-recharge?msisdn=90840033&amount=700')).press('Acheter du crédit')
    const hub = language === 'fr' ? french : await french.press('English')
    // Another test may have closed it a moment ago.
    await vi.waitFor(async () => expect((await visitor.open(hub.address)).links(/M-?PESA/)).not.toEqual([]), { timeout: 3_000 })
    await close(portal.db, 'mpesa')
    await vi.waitFor(async () => expect(plain((await visitor.open(hub.address)).text)).toMatch(CLOSED[language]), { timeout: 3_000 })
    const shown = await visitor.open(hub.address)
    expect(shown.links(/M-?PESA/)).toEqual([])
    expect(shown.links(/SmartCash/)).not.toEqual([])
    await open(portal.db)
  },
)

test('CON-8 without script, a form that was open when its way closed is refused with an honest sentence, and the others are there', async () => {
  const visitor = plainVisitor(portal)
  const hub = await (await visitor.open('/prepaid-recharge?msisdn=90840034&amount=700')).press('Acheter du crédit')
  await close(portal.db, 'paystack', 'dpo', 'cellulant', 'uba')
  const page = await hub.press(/^Payer/, { 'Adresse e-mail': 'amina@example.ne' })
  expect(plain(page.text)).toContain('Ce moyen de paiement n’est pas disponible pour le moment')
  expect(page.links(/SmartCash/)).not.toEqual([])
  expect(await portal.db.selectFrom('pay_attempt').select('id').execute()).toEqual([])
  await open(portal.db)
})

test('CON-8 the USSD menu leaves out what is closed, and a price that was shown before begins no payment by it', async () => {
  const world = await ussdWorld()
  const phone = world.phone('90000001')
  const before = await phone.send('', '1', '1', '500')
  await close(world.portal.db, 'money-push')
  const pressed = /^(\d)\D*Money/m.exec(before)?.[1]
  expect(pressed, before).toBeDefined()
  expect(await phone.send(pressed ?? '')).toContain('Rien de débité')
  expect(world.started).toEqual([])
  const later = world.phone('90000002')
  world.passSeconds(5)
  expect(await later.send('', '1', '1', '500')).not.toContain('Money')
})
