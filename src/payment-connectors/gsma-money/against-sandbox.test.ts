import { onTestFinished } from 'vitest'
import { buildSandbox } from '../../../sandbox/sandbox-app.ts'
import type { PaymentConnector } from '../payment-connector.ts'
import { speakingSparse } from '../testing/sandboxed-provider.ts'
import type { WalletTraits } from '../testing/sandboxed-wallet.ts'
import { testWalletContract } from '../testing/wallet-contract.ts'
import { GSMA_MONEY } from '#tests/protocols/gsma-money/gsma-money-document.ts'
import { toDecimalText } from '../wire-amounts.ts'
import { moneyPinConnector, moneyPushConnector, smartcashConnector, type WalletOptions } from './gsma-money.connector.ts'

async function createSandbox(portalUrl: string): Promise<string> {
  const app = await buildSandbox({ portalUrl })
  onTestFinished(() => app.close())
  return app.listen({ host: '127.0.0.1', port: 0 })
}

const wire = { wireExponent: { XOF: 0, NGN: 2 } }

const FORGED = {
  transactionReference: 'MP000000000000',
  transactionStatus: 'completed',
  amount: '1500',
  currency: 'XOF',
  type: 'merchantpay',
  creditParty: [{ key: 'organisationid', value: 'GUICHET' }],
}

function traitsOf(
  face: 'money' | 'smartcash',
  agreesBy: 'phone' | 'pin',
  connect: (options: WalletOptions) => PaymentConnector,
): WalletTraits {
  const path = face === 'money' ? 'momo' : 'smartcash'
  return {
    face,
    document: GSMA_MONEY,
    apiPath: `/sandbox/${path}/1.2/mm`,
    agreesBy,
    connect: (url) => connect({ baseUrl: `${url}/sandbox/${path}/1.2/mm`, apiKey: `${face}-sandbox-key`, merchant: 'GUICHET' }),
    operations: { pay: 'merchantpay' },
    unheardOf: ({ providerRef }, providerTxnId) =>
      agreesBy === 'phone'
        ? { operation: 'requeststate', body: { serverCorrelationId: providerRef, status: 'delighted' } }
        : { operation: 'transaction', body: { ...FORGED, transactionReference: providerTxnId, transactionStatus: 'delighted' } },
    quoting: ({ ref }, { providerTxnId, amount }) => ({
      operation: 'transaction',
      body: {
        ...FORGED,
        transactionReference: providerTxnId,
        amount: toDecimalText(amount, wire),
        currency: amount.currency,
        requestingOrganisationTransactionReference: ref,
      },
    }),
    forgedNotice: Buffer.from(JSON.stringify(FORGED)),
    outcomes: {
      declined: { state: 'declined', reason: 'other', final: true },
      ignored: { state: 'expired' },
      locked: { state: 'declined', reason: 'pin_locked', final: true },
    },
  }
}

testWalletContract('money-push', traitsOf('money', 'phone', moneyPushConnector), createSandbox)
testWalletContract('money-pin', traitsOf('money', 'pin', moneyPinConnector), createSandbox)
testWalletContract('smartcash', traitsOf('smartcash', 'pin', smartcashConnector), createSandbox)

const openSparse = speakingSparse('money', createSandbox)
testWalletContract('money-push, sparse', traitsOf('money', 'phone', moneyPushConnector), openSparse)
testWalletContract('money-pin, sparse', traitsOf('money', 'pin', moneyPinConnector), openSparse)
