import { afterAll, expect, test, vi } from 'vitest'
import { cardWorld, scriptedProvider } from '#tests/support/scripted-provider.ts'
import { runPaymentsCommand } from '../../../../commands/payments-command.ts'

const WAIT = { timeout: 30_000, interval: 100 }
const NO = { state: 'declined', final: true, reason: 'other', provider: { code: 'no', text: '' } } as const

/** Unsigned, as with wallets and Tingg: only the secret address distinguishes the provider from any other client. */
const unsigned = scriptedProvider('hint')
const world = await cardWorld(unsigned)
world.portal.worker.start()
afterAll(() => world.portal.worker.stop())

const PAID = (ref: string) => ({ state: 'paid', amount: { minor: 500, currency: 'XOF' }, providerTxnId: `T-${ref}` }) as const

test('F56 I14 the webhook reports paid, the query failed: the page says that it is being checked, and it goes to review', async () => {
  const payment = await world.aPayment()
  unsigned.answers.set(payment.ref, NO)
  await world.tell(payment, PAID(payment.ref))
  await vi.waitFor(() => expect(unsigned.questions).toContain(payment.ref), WAIT)
  await vi.waitFor(async () => expect(await world.details(payment.transactionId)).toMatchObject({ money: 'being-checked' }), WAIT)
  expect(await world.details(payment.transactionId, payment.visitor)).toMatchObject({ isFinal: false, purchaseToPay: null })
  const questions = () => unsigned.questions.filter((ref) => ref === payment.ref).length
  for (let round = 0; round < 3; round += 1) {
    const before = questions()
    world.passMinutes(25)
    await vi.waitFor(() => expect(questions()).toBeGreaterThan(before), WAIT)
  }
  await vi.waitFor(async () => expect(await world.reviewOf(payment.transactionId)).toBe('sources-disagree'), WAIT)
  // The provider corrects itself: the paid order is delivered.
  unsigned.answers.set(payment.ref, PAID(payment.ref))
  world.passMinutes(60)
  await vi.waitFor(async () => expect(await world.details(payment.transactionId)).toMatchObject({ status: 'SUCCESS' }), WAIT)
})

test('F56 I14 an earlier refusal is withdrawn when the webhook reports paid; a person may decide that it was not', async () => {
  const payment = await world.aPayment()
  unsigned.answers.set(payment.ref, NO)
  await world.tell(payment, { state: 'pending' })
  await vi.waitFor(async () => expect(await world.details(payment.transactionId)).toMatchObject({ money: 'not-taken' }), WAIT)
  await world.tell(payment, PAID(payment.ref))
  await vi.waitFor(async () => expect(await world.details(payment.transactionId)).toMatchObject({ money: 'being-checked' }), WAIT)
  world.passMinutes(61)
  await vi.waitFor(async () => expect(await world.reviewOf(payment.transactionId)).toBe('sources-disagree'), WAIT)
  const { refTransactionId } = await world.details(payment.transactionId)
  const words = ['resolve', String(refTransactionId), '--as', 'not-paid', '--by', 'A', '--note', 'not in its books']
  expect((await runPaymentsCommand(words, async () => world.portal.db)).ok).toBe(true)
  expect(await world.details(payment.transactionId)).toMatchObject({ status: 'FAILED', money: 'not-taken' })
})

test('I14 abuse 87 a client that reports paid on another address changes nothing that the payer reads', async () => {
  const payment = await world.aPayment()
  unsigned.answers.set(payment.ref, NO)
  const unmarked = { ...payment, urls: { ...payment.urls, notify: payment.urls.notify.replace(/[^/]+$/, 'A'.repeat(22)) } }
  await world.tell(unmarked, PAID(payment.ref))
  await vi.waitFor(
    async () => expect(await world.details(payment.transactionId)).toMatchObject({ status: 'FAILED', money: 'not-taken' }),
    WAIT,
  )
})
