import { onTestFinished } from 'vitest'
import { buildSandbox } from '../../../sandbox/sandbox-app.ts'
import { testConnectorContract } from '../testing/connector-contract.ts'
import { toDecimalText } from '../wire-amounts.ts'
import { ubaConnector } from './uba.connector.ts'

async function createSandbox(portalUrl: string): Promise<string> {
  const app = await buildSandbox({ portalUrl })
  onTestFinished(() => app.close())
  return app.listen({ host: '127.0.0.1', port: 0 })
}

const connect = (sandboxUrl: string) =>
  ubaConnector({ baseUrl: `${sandboxUrl}/sandbox/uba/cipg-payportal`, merchantId: 'GUICHETNE', serviceKey: 'uba-sandbox-key' })

const CURRENCY_NUMBERS: Readonly<Record<string, string>> = { XOF: '952', NGN: '566' }

testConnectorContract(
  'uba',
  {
    face: 'uba',
    connect,
    pageId: (_, { providerRef }) => providerRef ?? '',
    answer({ ref, providerRef }, status, amount) {
      const verdict = status === 'paid' ? 'Approved Transaction' : 'Unheard-of Transaction'
      const figure = toDecimalText(amount, { wireExponent: { XOF: 0, NGN: 2 } })
      return { body: [verdict, providerRef, ref, figure, CURRENCY_NUMBERS[amount.currency]].join(';'), contentType: 'text/plain' }
    },
    forgedNotice: null,
    webhookTrust: null,
    outcomes: {
      declined: { state: 'declined', reason: 'card_declined', final: true },
      insufficient: { state: 'declined', final: true },
      cancelled: { state: 'cancelled' },
    },
  },
  createSandbox,
)
