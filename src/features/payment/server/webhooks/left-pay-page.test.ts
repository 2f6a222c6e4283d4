import { afterAll, expect, test, vi } from 'vitest'
import { readBrowserReturn } from '#payment-connectors/browser-return.ts'
import { cardWorld, scriptedProvider, type Started } from '#tests/support/scripted-provider.ts'

const WAIT = { timeout: 30_000, interval: 100 }
const PAID = (ref: string) => ({ state: 'paid', amount: { minor: 500, currency: 'XOF' }, providerTxnId: `T-${ref}` }) as const
const REFUSED = { state: 'declined', final: false, reason: 'insufficient_funds', provider: { code: '102', text: '' } } as const
const EXPIRED = { state: 'expired', provider: { code: 'over', text: '' } } as const

const gateway = scriptedProvider('hint')
gateway.connector.readReturn = ({ query }) => readBrowserReturn(query)
const world = await cardWorld(gateway)
world.portal.worker.start()
afterAll(() => world.portal.worker.stop())

/** The gateway redirects the payer's browser to the return address. */
const comeBack = ({ urls }: Started, query: string, address = urls.return) =>
  world.portal.call({ url: address.slice(new URL(address).origin.length) + query, headers: { origin: '' } })

test('CARD-4 a payer who cancels on the gateway’s page may use another method at once, and does not read that nothing was taken', async () => {
  const payment = await world.aPayment()
  expect((await comeBack(payment, '&status=cancelled')).statusCode).toBe(303)
  expect(await world.details(payment.transactionId, payment.visitor)).toMatchObject({
    status: 'REQUEST_REGISTERED',
    money: 'waiting',
    left: 'cancelled',
    isFinal: false,
    purchaseToPay: expect.any(String),
  })
  // A reader with only the link does not see it.
  expect(await world.details(payment.transactionId)).toMatchObject({ left: null, purchaseToPay: null })
})

test('CARD-4 I7 a payment after a cancel is believed for the money', async () => {
  const payment = await world.aPayment()
  await comeBack(payment, '&status=cancelled')
  gateway.answers.set(payment.ref, PAID(payment.ref))
  await world.tell(payment, PAID(payment.ref))
  await vi.waitFor(async () => expect(await world.details(payment.transactionId)).toMatchObject({ status: 'SUCCESS', left: null }), WAIT)
})

test('CARD-4 a timeout after a cancel is shown as a cancel', async () => {
  const payment = await world.aPayment()
  await comeBack(payment, '&status=cancelled')
  gateway.answers.set(payment.ref, EXPIRED)
  await world.tell(payment, EXPIRED)
  await vi.waitFor(
    async () =>
      expect(await world.details(payment.transactionId)).toMatchObject({ money: 'not-taken', left: null, statusReason: 'payer_declined' }),
    WAIT,
  )
})

test('CARD-5 a card refused on the gateway’s page is shown with its reason, also after a later timeout', async () => {
  const payment = await world.aPayment()
  gateway.answers.set(payment.ref, REFUSED)
  await comeBack(payment, '')
  const refused = { left: 'declined', statusReason: 'insufficient_funds', purchaseToPay: expect.any(String) }
  await vi.waitFor(async () => expect(await world.details(payment.transactionId, payment.visitor)).toMatchObject(refused), WAIT)
  gateway.answers.set(payment.ref, EXPIRED)
  await world.tell(payment, EXPIRED)
  await vi.waitFor(
    async () => expect(await world.details(payment.transactionId)).toMatchObject({ status: 'FAILED', statusReason: 'insufficient_funds' }),
    WAIT,
  )
})

test('CARD-4 a return while the gateway is still processing is no cancel', async () => {
  const payment = await world.aPayment()
  await comeBack(payment, '')
  expect(await world.details(payment.transactionId, payment.visitor)).toMatchObject({ left: null, purchaseToPay: null })
})

test('CARD-4 abuse 87 another client with the reference, or a made-up mark, stores nothing for the payer', async () => {
  const payment = await world.aPayment()
  const { pathname, search } = new URL(payment.urls.return)
  await comeBack(payment, '&status=cancelled', payment.urls.return.replace(/&mark=.*$/, ''))
  await comeBack(payment, '&status=cancelled', payment.urls.return.replace(/mark=.*$/, `mark=${'A'.repeat(22)}`))
  await world.portal.call({ method: 'HEAD', url: `${pathname}${search}&status=cancelled`, headers: { origin: '' } })
  expect(await world.details(payment.transactionId, payment.visitor)).toMatchObject({ left: null, purchaseToPay: null })
})
