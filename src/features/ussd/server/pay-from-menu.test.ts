import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readSeedFiles } from '#features/site-content/server/shipped-packages.ts'
import { createSiteContent, seedContent } from '#features/site-content/server/site-content.ts'
import { keepPurchase } from '#features/purchase/server/purchase.store.ts'
import { keepVisit } from '#features/visit/server/visit.store.ts'
import { systemClock as clock } from '#server/clock.ts'
import { openDatabase } from '#server/database/database.ts'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { aPurchase } from '#tests/support/a-purchase.ts'
import { storeOrder } from '#tests/support/stored-order.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { visitOf } from './find-step.ts'
import { payFromMenu } from './pay-from-menu.ts'
import type { UssdUser, UssdDeps } from './ussd-deps.ts'

const SECRET = 'a secret of this test'
const db = openDatabase((await testDatabase()).pool)
const seeds = readSeedFiles()
await seedContent(db, seeds)
const content = createSiteContent({ db, clock, seeds })

let made = 0
function aCaller(): UssdUser {
  const msisdn = String(90_600_000 + (made += 1))
  if (!isMobileNumber(msisdn)) throw new Error('no number')
  const visit = visitOf(SECRET, msisdn)
  return { msisdn, visit, caller: { address: 'a', visit: 'v', puzzle: 'solved' }, language: 'fr' }
}

/** A place as after this caller saw the price. */
async function aPriceShownTo({ visit, msisdn }: UssdUser) {
  await keepVisit(db, visit, { now: clock.now(), expiresAt: new Date(Date.now() + 3_600_000) })
  const { purchaseId } = await keepPurchase({ db, clock }, visit, aPurchase({ msisdn }))
  return { at: 'pay', purchaseId, amount: 500, way: 'money', isRepeat: false } as const
}

type Payments = Pick<UssdDeps['payments'], 'begin' | 'pay' | 'read'>

/** A portal with a test double for payments. */
function aPortal(payments: Partial<Payments>) {
  const errors: unknown[] = []
  const parts = {
    db,
    clock,
    content,
    payments: { read: async () => ({ amount: 500, reference: 'G7K2M9QX4WTRA', money: 'being-confirmed', number: null }), ...payments },
    sms: { send: async () => ({ kind: 'accepted' }) },
    caps: { perNumber: 1e6, inAll: 1e6 },
    publicOrigin: 'https://portal.example',
    onError: (error: unknown) => void errors.push(error),
  }
  return { parts: parts as unknown as UssdDeps, errors }
}

const fails = () => Promise.reject(new Error('torn'))
const paymentRequests = async (purchaseId: string) =>
  (await db.selectFrom('ussd_purchase').select('way').where('purchase_id', '=', purchaseId).execute()).length

test('USSD-5 abuse 45 a purchase is paid only by the caller who saw its price; for another caller no payment begins', async () => {
  const place = await aPriceShownTo(aCaller())
  let begun = 0
  const { parts } = aPortal({ begin: async () => String((begun += 1)) })
  await expect(payFromMenu(parts, place, aCaller())).rejects.toMatchObject({ kind: 'no-pending-payment' })
  await expect(payFromMenu(parts, { ...place, purchaseId: randomBytes(16).toString('base64url') }, aCaller())).rejects.toMatchObject({
    kind: 'no-pending-payment',
  })
  expect(begun).toBe(0)
})

test('I14 USSD-5 an error after the request to a provider is no failed payment: the screen shows the state of the order', async () => {
  const ussdUser = aCaller()
  const place = await aPriceShownTo(ussdUser)
  const orderId = await storeOrder(db, { state: 'UNKNOWN' })
  const { parts, errors } = aPortal({ begin: async () => orderId, pay: fails })
  expect(await payFromMenu(parts, place, ussdUser)).toMatchObject({ at: 'asked', state: { money: 'being-confirmed' } })
  expect(errors).toHaveLength(1)
  expect(await paymentRequests(place.purchaseId)).toBe(1)
})

test('USSD-5 an error before any request to a provider is shown, and the claim is released', async () => {
  const ussdUser = aCaller()
  const place = await aPriceShownTo(ussdUser)
  const orderId = await storeOrder(db, null)
  const { parts } = aPortal({ begin: async () => orderId, pay: fails })
  await expect(payFromMenu(parts, place, ussdUser)).rejects.toThrow('torn')
  expect(await paymentRequests(place.purchaseId)).toBe(0)
})
