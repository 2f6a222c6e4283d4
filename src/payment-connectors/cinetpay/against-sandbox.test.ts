import { onTestFinished } from 'vitest'
import { CINETPAY } from '#tests/protocols/cinetpay/cinetpay-document.ts'
import { buildSandbox } from '../../../sandbox/sandbox-app.ts'
import { testConnectorContract } from '../testing/connector-contract.ts'
import { cinetpayConnector } from './cinetpay.connector.ts'

async function createSandbox(portalUrl: string): Promise<string> {
  const app = await buildSandbox({ portalUrl })
  onTestFinished(() => app.close())
  return app.listen({ host: '127.0.0.1', port: 0 })
}

testConnectorContract(
  'cinetpay',
  {
    face: 'cinetpay',
    document: CINETPAY,
    apiPath: '/sandbox/cinetpay',
    connect: (sandboxUrl) =>
      cinetpayConnector({
        baseUrl: `${sandboxUrl}/sandbox/cinetpay`,
        apiKey: 'cinetpay-sandbox-key',
        siteId: '227001',
        secretKey: 'cinetpay-sandbox-secret',
        currency: 'XOF',
      }),
    pageId: (_, { providerRef }) => providerRef ?? '',
    answer({ ref }, status, { minor, currency }) {
      const data = {
        amount: String(minor),
        currency,
        status: status === 'paid' ? 'ACCEPTED' : 'UNHEARD_OF',
        metadata: ref,
        operator_id: 'MP1',
      }
      return { body: JSON.stringify({ code: status === 'paid' ? '00' : '777', message: 'x', data }), contentType: 'application/json' }
    },
    forgedNotice: ({ ref }) => ({
      headers: new Headers({ 'x-token': 'ab'.repeat(32) }),
      body: Buffer.from(
        new URLSearchParams({
          cpm_site_id: '227001',
          cpm_trans_id: ref,
          cpm_amount: '1500',
          cpm_currency: 'XOF',
          cpm_error_message: 'SUCCES',
        }).toString(),
      ),
    }),
    webhookTrust: 'hint',
    signsHints: true,
    outcomes: {
      declined: { state: 'declined', reason: 'other', final: true },
      insufficient: { state: 'declined', reason: 'insufficient_funds', final: true },
      cancelled: { state: 'cancelled' },
    },
  },
  createSandbox,
)
