import { onTestFinished } from 'vitest'
import { buildSandbox } from '../../../sandbox/sandbox-app.ts'
import { DPO } from '#tests/protocols/dpo/dpo-document.ts'
import { testConnectorContract } from '../testing/connector-contract.ts'
import { toDecimalText } from '../wire-amounts.ts'
import { writeXml } from '../xml-text.ts'
import { speakingSparse, type ProviderTraits } from '../testing/sandboxed-provider.ts'
import { dpoConnector } from './dpo.connector.ts'

async function createSandbox(portalUrl: string): Promise<string> {
  const app = await buildSandbox({ portalUrl })
  onTestFinished(() => app.close())
  return app.listen({ host: '127.0.0.1', port: 0 })
}

const connect = (sandboxUrl: string) =>
  dpoConnector({ baseUrl: `${sandboxUrl}/sandbox/dpo`, companyToken: '8D3DA73D-9D7F-4E09-96D4-3D44E7A83EA3', serviceType: '3854' })

const wire = { wireExponent: { XOF: 0, NGN: 2 } }

const traits: ProviderTraits = {
  face: 'dpo',
  document: DPO,
  apiPath: '/sandbox/dpo',
  connect,
  pageId: (_, { providerRef }) => providerRef ?? '',
  answer(_, status, amount) {
    const Result = status === 'paid' ? '000' : '777'
    const body = writeXml({ API3G: { Result, TransactionAmount: toDecimalText(amount, wire, 2), TransactionCurrency: amount.currency } })
    return { body, contentType: 'application/xml' }
  },
  forgedNotice({ ref }) {
    const claim = { Result: '000', CompanyRef: ref, TransactionAmount: '1500.00', TransactionCurrency: 'XOF' }
    return { headers: new Headers(), body: Buffer.from(writeXml({ API3G: claim })) }
  },
  webhookTrust: 'hint',
  outcomes: {
    declined: { state: 'declined', reason: 'card_declined', final: true },
    // DPO returns only 901, without a reason.
    insufficient: { state: 'declined', final: true },
    cancelled: { state: 'pending' },
  },
}

testConnectorContract('dpo', traits, createSandbox)
testConnectorContract('dpo, sparse', traits, speakingSparse('dpo', createSandbox))
