import { afterAll, expect, test, vi } from 'vitest'
import { cardWorld, scriptedProvider, type CardWorld, type ScriptedProvider } from '#tests/support/scripted-provider.ts'

const WAIT = { timeout: 30_000, interval: 100 }
const paid = (ref: string, minor = 500) => ({ state: 'paid', amount: { minor, currency: 'XOF' }, providerTxnId: `T-${ref}` }) as const

async function aWorld(provider: ScriptedProvider): Promise<CardWorld> {
  const world = await cardWorld(provider)
  world.portal.worker.start()
  afterAll(() => world.portal.worker.stop())
  return world
}

const signing = scriptedProvider('signed')
const signed = await aWorld(signing)
const hinting = scriptedProvider('hint')
const unsigned = await aWorld(hinting)

const isShown = (world: CardWorld, { transactionId }: { transactionId: string }, shown: object) =>
  vi.waitFor(async () => expect(await world.details(transactionId)).toMatchObject(shown), WAIT)

test('I19 F64 a signed webhook about one payment, sent to the address of another, pays for its own only', async () => {
  const [one, other] = [await signed.aPayment(), await signed.aPayment()]
  for (const { ref } of [one, other]) signing.answers.set(ref, { state: 'pending' })
  expect(await signed.tell(other, paid(one.ref), one.ref)).toBe(200)
  await isShown(signed, one, { status: 'SUCCESS' })
  expect(await signed.details(other.transactionId)).toMatchObject({ money: 'waiting' })
})

test('I19 F64 a signed webhook with another amount, or another currency, pays for nothing and goes to review', async () => {
  const payments = [await signed.aPayment(), await signed.aPayment(), await signed.aPayment()]
  const [one, tenth, dollars] = payments.map(({ ref }) => paid(ref))
  const others = [
    { ...one, amount: { minor: 1, currency: 'XOF' } },
    { ...tenth, amount: { minor: 50_000, currency: 'XOF' } },
  ]
  for (const [position, seen] of [...others, { ...dollars, amount: { minor: 500, currency: 'USD' } }].entries()) {
    const payment = payments[position]
    if (!payment) throw new Error('unreachable')
    signing.answers.set(payment.ref, { state: 'pending' })
    expect(await signed.tell(payment, seen)).toBe(200)
  }
  for (const payment of payments) await isShown(signed, payment, { money: 'being-checked' })
  signed.passMinutes(10)
  for (const { transactionId } of payments)
    await vi.waitFor(async () => expect(await signed.reviewOf(transactionId)).toBe('answer-differs'), WAIT)
})

test('I19 F64 where query results have no amount, the provider’s webhook decides, also for a process that never received it', async () => {
  const [right, wrong] = [await unsigned.aPayment(), await unsigned.aPayment()]
  await unsigned.tell(wrong, paid(wrong.ref, 1))
  await isShown(unsigned, wrong, { money: 'being-checked' })
  // Only the database has the webhook now: the connector of this test caches nothing.
  for (const { ref } of [right, wrong]) hinting.answers.set(ref, { ...paid(ref), namesNoAmount: true })
  await unsigned.tell(right, paid(right.ref))
  await isShown(unsigned, right, { status: 'SUCCESS' })
  const asked = hinting.questions.filter((ref) => ref === wrong.ref).length
  unsigned.passMinutes(4)
  await vi.waitFor(() => expect(hinting.questions.filter((ref) => ref === wrong.ref).length).toBeGreaterThan(asked), WAIT)
  expect(await unsigned.details(wrong.transactionId)).toMatchObject({ money: 'being-checked' })
  unsigned.passMinutes(3)
  await vi.waitFor(async () => expect(await unsigned.reviewOf(wrong.transactionId)).toBe('answer-differs'), WAIT)
})

test('I19 I17 a webhook with another amount after the payment was credited goes to review', async () => {
  const payment = await unsigned.aPayment()
  hinting.answers.set(payment.ref, { ...paid(payment.ref), namesNoAmount: true })
  await unsigned.tell(payment, { state: 'pending' })
  await isShown(unsigned, payment, { status: 'SUCCESS' })
  await unsigned.tell(payment, paid(payment.ref))
  expect(await unsigned.reviewOf(payment.transactionId)).toBeNull()
  await unsigned.tell(payment, paid(payment.ref, 5_000))
  await vi.waitFor(async () => expect(await unsigned.reviewOf(payment.transactionId)).toBe('answer-differs'), WAIT)
})

test('I19 a query result with the amount settles what an unsigned webhook had reported', async () => {
  const payment = await unsigned.aPayment()
  hinting.answers.set(payment.ref, paid(payment.ref))
  await unsigned.tell(payment, paid(payment.ref, 1))
  await isShown(unsigned, payment, { status: 'SUCCESS' })
})
