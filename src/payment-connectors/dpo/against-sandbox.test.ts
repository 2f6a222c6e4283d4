import { onTestFinished } from 'vitest'
import { buildSandbox } from '../../../sandbox/sandbox-app.ts'
import { DPO } from '../testing/documents/dpo-document.ts'
import { testConnectorPromises } from '../testing/connector-promises.ts'
import { toDecimalText } from '../wire-amounts.ts'
import { writeXml } from '../xml-text.ts'
import { speakingSparse, type ProviderTraits } from '../testing/sandboxed-provider.ts'
import { dpoConnector } from './dpo.connector.ts'

async function openSandbox(portalUrl: string): Promise<string> {
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
  noticeTrust: 'hint',
  outcomes: {
    declined: { state: 'declined', reason: 'card_declined', final: true },
    // 901 is all that DPO says: why, it keeps to itself.
    insufficient: { state: 'declined', final: true },
    cancelled: { state: 'pending' },
  },
}

testConnectorPromises('dpo', traits, openSandbox)
testConnectorPromises('dpo, sparse', traits, speakingSparse('dpo', openSandbox))
