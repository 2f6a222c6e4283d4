import { onTestFinished } from 'vitest'
import { buildSandbox } from '../../../sandbox/sandbox-app.ts'
import { testConnectorPromises } from '../testing/connector-promises.ts'
import { toWire } from '../payment-connector.ts'
import { paystackConnector } from './paystack.connector.ts'

async function openSandbox(portalUrl: string): Promise<string> {
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

testConnectorPromises(
  'paystack',
  {
    face: 'paystack',
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
    noticeTrust: 'signed',
    outcomes: {
      declined: { state: 'declined', reason: 'card_declined', final: true },
      insufficient: { state: 'declined', reason: 'insufficient_funds', final: true },
      cancelled: { state: 'pending' },
    },
  },
  openSandbox,
)
