import { onTestFinished } from 'vitest'
import { PISPI } from '#tests/protocols/pispi/pispi-document.ts'
import { buildSandbox } from '../../../sandbox/sandbox-app.ts'
import { testWalletContract } from '../testing/wallet-contract.ts'
import { pispiConnector } from './pispi.connector.ts'

async function createSandbox(portalUrl: string): Promise<string> {
  const app = await buildSandbox({ portalUrl })
  onTestFinished(() => app.close())
  return app.listen({ host: '127.0.0.1', port: 0 })
}

const event = { evCode: 'PAIEMENT_RECU', txId: 'ABCDEFGH2345', end2endId: 'ENEB001', montant: 1500 }

testWalletContract(
  'pispi',
  {
    face: 'pispi',
    document: PISPI,
    apiPath: '/sandbox/pispi',
    agreesBy: 'phone',
    connect: (sandboxUrl) =>
      pispiConnector({
        baseUrl: `${sandboxUrl}/sandbox/pispi/piz/v1`,
        tokenUrl: `${sandboxUrl}/sandbox/pispi/oauth/token`,
        clientId: 'guichet',
        clientSecret: 'pispi-sandbox-secret',
        scope: 'demande_paiement.write demande_paiement.read paiement.read retour_fonds.write',
        apiKey: 'pispi-sandbox-key',
        alias: '9b1b2499-3e50-435b-b757-ac7a83d8aa8c',
        amountUnit: 'units',
        webhookSecret: 'pispi-sandbox-webhooks',
        clientCertificate: null,
        clientKey: null,
      }),
    operations: { pay: 'request' },
    unheardOf: ({ ref }) => ({ operation: 'request-state', body: { txId: ref, statut: 'EN_COURS' } }),
    // No message names a currency; other amounts are tested with the messages.
    quoting: null,
    forgedNotice: Buffer.from(JSON.stringify({ data: [event] })),
    signsHints: true,
    outcomes: {
      declined: { state: 'declined', reason: 'limit', final: true },
      ignored: { state: 'expired' },
      locked: { state: 'declined', reason: 'pin_locked', final: true },
    },
  },
  createSandbox,
)
