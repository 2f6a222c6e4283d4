import { onTestFinished } from 'vitest'
import { buildSandbox } from '../../../sandbox/sandbox-app.ts'
import { TINGG } from '#tests/protocols/tingg/tingg-document.ts'
import { testConnectorContract } from '../testing/connector-contract.ts'
import { toDecimalText } from '../wire-amounts.ts'
import { speakingSparse, type ProviderTraits } from '../testing/sandboxed-provider.ts'
import { cellulantConnector } from './cellulant.connector.ts'

async function createSandbox(portalUrl: string): Promise<string> {
  const app = await buildSandbox({ portalUrl })
  onTestFinished(() => app.close())
  return app.listen({ host: '127.0.0.1', port: 0 })
}

const connect = (sandboxUrl: string) =>
  cellulantConnector({
    baseUrl: `${sandboxUrl}/sandbox/tingg`,
    apiKey: 'tingg-sandbox-api-key',
    clientId: 'guichet',
    clientSecret: 'tingg-sandbox-secret',
    serviceCode: 'GUICHET',
  })

const wire = { wireExponent: { XOF: 0, NGN: 2 } }

const traits: ProviderTraits = {
  face: 'tingg',
  document: TINGG,
  apiPath: '/sandbox/tingg',
  connect,
  pageId: ({ ref }) => ref,
  answer({ ref }, status, amount) {
    const results = {
      merchant_transaction_id: ref,
      checkout_request_id: 4711,
      request_status_code: status === 'paid' ? '178' : '777',
      amount_paid: toDecimalText(amount, wire),
      currency_code: amount.currency,
    }
    return { body: JSON.stringify({ status: { status_code: 200 }, results }), contentType: 'application/json' }
  },
  forgedNotice({ ref }) {
    const claim = {
      merchant_transaction_id: ref,
      checkout_request_id: 1,
      request_status_code: '178',
      amount_paid: 1500,
      currency_code: 'XOF',
    }
    return { headers: new Headers(), body: Buffer.from(JSON.stringify(claim)) }
  },
  webhookTrust: 'hint',
  outcomes: {
    declined: { state: 'declined', reason: 'card_declined', final: false },
    insufficient: { state: 'declined', reason: 'insufficient_funds', final: false },
    cancelled: { state: 'pending' },
  },
}

testConnectorContract('cellulant', traits, createSandbox)
testConnectorContract('cellulant, sparse', traits, speakingSparse('tingg', createSandbox))
