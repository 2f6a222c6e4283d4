import { expect, test } from 'vitest'
import type { PaymentConnector } from '#payment-connectors/payment-connector.ts'
import { PAYMENT_MODES } from '#shared/payment-codes.ts'
import { aVisitor, type Visitor } from '#tests/support/code-world.ts'
import { TRANSACTION, walletWorld } from '#tests/support/wallet-world.ts'

let begun = 0
const declining: PaymentConnector = {
  info: {
    id: 'dpo',
    paymentMode: 'PAYMENT_GATEWAY',
    currencies: ['XOF'],
    wireExponent: { XOF: 0 },
    payerProof: 'none',
    resolves: ['query'],
    repeat: 'second-payment',
    refund: 'none',
    pollScheduleSeconds: [600],
  },
  async start() {
    begun += 1
    return { kind: 'rejected', reason: 'payer_declined', provider: { code: 'no', text: '' } }
  },
}
const world = await walletWorld(new Map([['dpo', declining]]))

async function payByCard(visitor: Visitor, transactionId: string): Promise<string> {
  const body = { transactionId, paymentMode: PAYMENT_MODES.PAYMENT_GATEWAY, paymentGateway: 'dpo' }
  const answer = (await visitor.post(`${TRANSACTION}/process`, body)).json()
  return answer.code ?? 'asked'
}

test('abuse 41 after three purchases with a declined card a visit waits an hour; one purchase counts once', async () => {
  const visitor = aVisitor(world.portal)
  const first = await world.begin(visitor)
  for (let tries = 0; tries < 5; tries += 1) expect(await payByCard(visitor, first)).toBe('asked')
  expect(await payByCard(visitor, await world.begin(visitor))).toBe('asked')
  expect(await payByCard(visitor, await world.begin(visitor))).toBe('asked')
  const before = begun
  expect(await payByCard(visitor, await world.begin(visitor))).toBe('too-many-failed-cards')
  expect(begun).toBe(before)
  expect(await payByCard(aVisitor(world.portal), await world.begin(aVisitor(world.portal)))).toBe('no-pending-payment')
  world.passMinutes(61)
  expect(await payByCard(visitor, await world.begin(visitor))).toBe('asked')
})
