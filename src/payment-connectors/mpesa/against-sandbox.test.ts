import { onTestFinished } from 'vitest'
import { buildSandbox } from '../../../sandbox/sandbox-app.ts'
import { DARAJA } from '../testing/documents/daraja-document.ts'
import { testWalletPromises } from '../testing/wallet-promises.ts'
import { speakingSparse } from '../testing/sandboxed-provider.ts'
import type { WalletTraits } from '../testing/sandboxed-wallet.ts'
import { mpesaConnector } from './mpesa.connector.ts'

async function openSandbox(portalUrl: string): Promise<string> {
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
  // The answer to a question names no amount; what a callback names is tested with the messages.
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

testWalletPromises('mpesa', traits, openSandbox)
testWalletPromises('mpesa, sparse', traits, speakingSparse('daraja', openSandbox))
