import { expect, onTestFinished, test } from 'vitest'
import { buildSandbox } from '../../../sandbox/sandbox-app.ts'
import { testConnectorContract } from '../testing/connector-contract.ts'
import { anAttempt, anOrder } from '../testing/connector-testing.ts'
import { PAYSTACK } from '#tests/protocols/paystack/paystack-document.ts'
import { createSandboxedProvider, speakingSparse, type ProviderTraits } from '../testing/sandboxed-provider.ts'
import { toWire } from '../payment-connector.ts'
import { paystackConnector } from './paystack.connector.ts'

async function createSandbox(portalUrl: string): Promise<string> {
  const app = await buildSandbox({ portalUrl })
  onTestFinished(() => app.close())
  return app.listen({ host: '127.0.0.1', port: 0 })
}

const connect = (sandboxUrl: string) =>
  paystackConnector({
    baseUrl: `${sandboxUrl}/sandbox/paystack`,
    secretKey: 'sk_test_guichet_sandbox',
    publicKey: 'pk_test_guichet_sandbox',
  })

const traits: ProviderTraits = {
  face: 'paystack',
  document: PAYSTACK,
  apiPath: '/sandbox/paystack',
  connect,
  pageId: (_, { action }) => (action.type === 'popup' ? action.accessCode : ''),
  answer({ ref }, status, amount) {
    const hundredths = toWire(amount, { wireExponent: { XOF: 2, NGN: 2 } })
    const data = { id: 1, reference: ref, status: status === 'paid' ? 'success' : status, amount: hundredths, currency: amount.currency }
    return { body: JSON.stringify({ status: true, message: 'ok', data }), contentType: 'application/json' }
  },
  forgedNotice({ ref }) {
    const data = { id: 1, reference: ref, status: 'success', amount: 150_000, currency: 'XOF' }
    return {
      headers: new Headers({ 'x-paystack-signature': 'ab'.repeat(64) }),
      body: Buffer.from(JSON.stringify({ event: 'charge.success', data })),
    }
  },
  webhookTrust: 'signed',
  outcomes: {
    declined: { state: 'declined', reason: 'card_declined', final: true },
    insufficient: { state: 'declined', reason: 'insufficient_funds', final: true },
    cancelled: { state: 'pending' },
  },
}

testConnectorContract('paystack', traits, createSandbox)
testConnectorContract('paystack, sparse', traits, speakingSparse('paystack', createSandbox))

test('a partial refund whose response was lost is found in the list of refunds, among those of others', async () => {
  const provider = await createSandboxedProvider(traits, createSandbox)
  const { connector } = provider
  async function paid(ref: string) {
    const order = anOrder({ ref })
    const started = await connector.start(provider.context(order), order)
    if (started.kind !== 'accepted') throw new Error('not accepted')
    await provider.visitPage(order, started, 'pays')
    return { context: provider.context(order), attempt: anAttempt({ ref, providerRef: started.providerRef, createdAt: new Date() }) }
  }
  const [other, ours] = [await paid('SOMEBODYELSE'), await paid('ABCDEFGH2345')]
  const part = { amount: { minor: 500, currency: 'XOF' }, reason: 'one too many' }
  await connector.refund?.(other.context, other.attempt, { ref: 'REFUND333333', ...part })

  await provider.misbehave({ dropAnswer: true }, 'refund')
  const asking = connector.refund?.(ours.context, ours.attempt, { ref: 'REFUND222222', ...part })
  await expect(asking).rejects.toMatchObject({ mayHaveArrived: true })
  await provider.behave()
  const look = (ref: string) => connector.queryRefund?.(ours.context, ours.attempt, ref)
  expect(await look('REFUND222222')).toMatchObject({ state: 'refunding' })
  await provider.advance('P1D')
  expect(await look('REFUND222222')).toMatchObject({ state: 'refunded', amount: part.amount })
  expect(await look('REFUND333333')).toMatchObject({ state: 'unrecognised' })
  expect(await provider.ledgerOf({ ref: 'ABCDEFGH2345' }, 'refund')).toMatchObject([{ amount: 500 }])
})
