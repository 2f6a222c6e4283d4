import { onTestFinished } from 'vitest'
import { buildSandbox } from '../../../sandbox/sandbox-app.ts'
import { DARAJA } from '#tests/protocols/daraja/daraja-document.ts'
import { testWalletContract } from '../testing/wallet-contract.ts'
import { speakingSparse } from '../testing/sandboxed-provider.ts'
import type { WalletTraits } from '../testing/sandboxed-wallet.ts'
import { mpesaConnector } from './mpesa.connector.ts'

async function createSandbox(portalUrl: string): Promise<string> {
  const app = await buildSandbox({ portalUrl })
  onTestFinished(() => app.close())
  return app.listen({ host: '127.0.0.1', port: 0 })
}

const traits: WalletTraits = {
  face: 'daraja',
  document: DARAJA,
  apiPath: '/sandbox/daraja',
  agreesBy: 'phone',
  connect: (url) =>
    mpesaConnector({
      baseUrl: `${url}/sandbox/daraja`,
      consumerKey: 'daraja-sandbox-key',
      consumerSecret: 'daraja-sandbox-secret',
      shortCode: '600227',
      passkey: 'daraja-sandbox-passkey',
    }),
  operations: { pay: 'stkpush' },
  unheardOf: ({ providerRef }) => ({ operation: 'query', body: { CheckoutRequestID: providerRef, ResultCode: '7777', ResultDesc: 'x' } }),
  // The response to a query names no amount; the amounts of callbacks are tested with the messages.
  quoting: null,
  forgedNotice: Buffer.from(
    JSON.stringify({
      Body: {
        stkCallback: {
          MerchantRequestID: '1-1-1',
          CheckoutRequestID: 'ws_CO_1',
          ResultCode: 0,
          ResultDesc: 'paid',
          CallbackMetadata: { Item: [{ Name: 'Amount', Value: 1500 }] },
        },
      },
    }),
  ),
  outcomes: {
    declined: { state: 'declined', reason: 'provider', final: true },
    ignored: { state: 'declined', reason: 'payer_no_answer', final: true },
    locked: { state: 'declined', reason: 'pin_locked', final: true },
  },
}

testWalletContract('mpesa', traits, createSandbox)
testWalletContract('mpesa, sparse', traits, speakingSparse('daraja', createSandbox))
