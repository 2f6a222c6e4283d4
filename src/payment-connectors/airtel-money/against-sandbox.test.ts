import { onTestFinished } from 'vitest'
import { AIRTEL_MONEY } from '#tests/protocols/airtel-money/airtel-money-document.ts'
import { buildSandbox } from '../../../sandbox/sandbox-app.ts'
import { speakingSparse } from '../testing/sandboxed-provider.ts'
import type { WalletTraits } from '../testing/sandboxed-wallet.ts'
import { testWalletContract } from '../testing/wallet-contract.ts'
import { airtelMoneyConnector } from './airtel-money.connector.ts'

async function createSandbox(portalUrl: string): Promise<string> {
  const app = await buildSandbox({ portalUrl })
  onTestFinished(() => app.close())
  return app.listen({ host: '127.0.0.1', port: 0 })
}

const traits = (signing: 'on' | 'off'): WalletTraits => ({
  face: 'airtel-money',
  document: AIRTEL_MONEY,
  apiPath: '/sandbox/airtel-money',
  agreesBy: 'phone',
  connect: (url) =>
    airtelMoneyConnector({
      baseUrl: `${url}/sandbox/airtel-money`,
      clientId: 'airtel-money-sandbox-client',
      clientSecret: 'airtel-money-sandbox-secret',
      signing,
    }),
  operations: { pay: 'push', start: 'push', refund: 'refund' },
  isRefundedAtOnce: true,
  noticeNamesNoAmount: true,
  unheardOf: ({ ref }) => ({
    operation: 'query',
    body: { data: { transaction: { id: ref, airtel_money_id: 'MP1', status: 'TX' } }, status: { success: true, code: '200' } },
  }),
  // The response to a query names no amount.
  quoting: null,
  forgedNotice: Buffer.from(
    JSON.stringify({ transaction: { id: 'ABCDEFGH2345', status_code: 'TS', airtel_money_id: 'MP1', message: 'Paid' } }),
  ),
  outcomes: {
    declined: { state: 'declined', reason: 'provider', final: true },
    ignored: { state: 'expired' },
    locked: { state: 'declined', reason: 'other', final: true },
  },
})

testWalletContract('airtel-money', traits('on'), createSandbox)
testWalletContract('airtel-money, sparse, unsigned', traits('off'), speakingSparse('airtel-money', createSandbox))
