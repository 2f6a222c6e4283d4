import { afterAll, expect, test, vi } from 'vitest'
import { readBrowserReturn } from '#payment-connectors/browser-return.ts'
import { cardWorld, scriptedProvider, type Started } from '#tests/support/scripted-provider.ts'

const PATIENCE = { timeout: 30_000, interval: 100 }
const PAID = (ref: string) => ({ state: 'paid', amount: { minor: 500, currency: 'XOF' }, providerTxnId: `T-${ref}` }) as const
const REFUSED = { state: 'declined', final: false, reason: 'insufficient_funds', provider: { code: '102', text: '' } } as const
const EXPIRED = { state: 'expired', provider: { code: 'over', text: '' } } as const

const gateway = scriptedProvider('hint')
gateway.connector.readReturn = ({ query }) => readBrowserReturn(query)
const world = await cardWorld(gateway)
world.portal.worker.start()
afterAll(() => world.portal.worker.stop())

/** The gateway sends the payer's browser back to the address that it was given. */
const comeBack = ({ ref, urls }: Started, query: string, path = new URL(urls.return).pathname) =>
  world.portal.call({ url: `${path}?reference=${ref}${query}`, headers: { origin: '' } })

test('CARD-4 who cancels on the gateway’s page may pay another way at once, and is not told that nothing was taken', async () => {
  const payment = await world.aPayment()
  expect((await comeBack(payment, '&status=cancelled')).statusCode).toBe(303)
  expect(await world.details(payment.transactionId, payment.visitor)).toMatchObject({
    status: 'REQUEST_REGISTERED',
    money: 'waiting',
    left: 'cancelled',
    isFinal: false,
    purchaseToPay: expect.any(String),
  })
  // Who has only the link is told nothing of it.
  expect(await world.details(payment.transactionId)).toMatchObject({ left: null, purchaseToPay: null })
})

test('CARD-4 I7 whoever paid after all is believed for the money', async () => {
  const payment = await world.aPayment()
  await comeBack(payment, '&status=cancelled')
  gateway.answers.set(payment.ref, PAID(payment.ref))
  await world.tell(payment, PAID(payment.ref))
  await vi.waitFor(
    async () => expect(await world.details(payment.transactionId)).toMatchObject({ status: 'SUCCESS', left: null }),
    PATIENCE,
  )
})

test('CARD-4 a time that runs out after a cancel is called a cancel', async () => {
  const payment = await world.aPayment()
  await comeBack(payment, '&status=cancelled')
  gateway.answers.set(payment.ref, EXPIRED)
  await world.tell(payment, EXPIRED)
  await vi.waitFor(
    async () =>
      expect(await world.details(payment.transactionId)).toMatchObject({ money: 'not-taken', left: null, statusReason: 'payer_declined' }),
    PATIENCE,
  )
})

test('CARD-5 a card that was refused on the gateway’s page is said with its reason, also when the time runs out later', async () => {
  const payment = await world.aPayment()
  gateway.answers.set(payment.ref, REFUSED)
  await comeBack(payment, '')
  const refused = { left: 'declined', statusReason: 'insufficient_funds', purchaseToPay: expect.any(String) }
  await vi.waitFor(async () => expect(await world.details(payment.transactionId, payment.visitor)).toMatchObject(refused), PATIENCE)
  gateway.answers.set(payment.ref, EXPIRED)
  await world.tell(payment, EXPIRED)
  await vi.waitFor(
    async () => expect(await world.details(payment.transactionId)).toMatchObject({ status: 'FAILED', statusReason: 'insufficient_funds' }),
    PATIENCE,
  )
})

test('CARD-4 coming back while the gateway is still at work is no cancel', async () => {
  const payment = await world.aPayment()
  await comeBack(payment, '')
  expect(await world.details(payment.transactionId, payment.visitor)).toMatchObject({ left: null, purchaseToPay: null })
})

test('CARD-4 abuse 87 a stranger who knows the reference, or a made-up mark, leaves nothing in the payer’s name', async () => {
  const payment = await world.aPayment()
  const marked = new URL(payment.urls.return).pathname
  await comeBack(payment, '&status=cancelled', marked.split('/').slice(0, -2).join('/'))
  await comeBack(payment, '&status=cancelled', marked.replace(/[^/]+$/, 'A'.repeat(22)))
  await world.portal.call({ method: 'HEAD', url: `${marked}?status=cancelled`, headers: { origin: '' } })
  expect(await world.details(payment.transactionId, payment.visitor)).toMatchObject({ left: null, purchaseToPay: null })
})
