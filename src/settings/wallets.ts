import { address } from './address-setting.ts'
import { isPair, pemFile } from './pem-setting.ts'
import { inSandbox, provider } from './provider.ts'
import { choice, optional, text } from './setting.ts'
import { statusWords } from './status-words-setting.ts'
import { CONNECTORS, type WalletName } from '#shared/connector-table.ts'

const GSMA_SIMULATOR = {
  value: 'sandbox.mobilemoneyapi.io',
  where: 'host',
  source: "the GSMA's simulator (docs/protocols/gsma-money.md)",
} as const
const MPESA_TESTS = "Safaricom's test credentials, developer.safaricom.co.ke (docs/protocols/daraja.md)"

const PISPI_SAMPLES = 'samples of the API Business (docs/protocols/pispi.md)'

/** Wallets: the payer agrees on the phone, or by PIN. */
export const WALLETS = {
  money: provider({
    title: 'Mobile money',
    meaning: "the operator's wallet (GSMA)",
    settings: gsmaWallet('MONEY', { apiKey: 'money-sandbox-key', path: '/sandbox/momo/1.2/mm' }),
  }),
  smartcash: provider({
    title: CONNECTORS.smartcash.name,
    meaning: 'wallet (GSMA)',
    settings: gsmaWallet('SMARTCASH', { apiKey: 'smartcash-sandbox-key', path: '/sandbox/smartcash/1.2/mm' }),
    check: ({ pinKeys }) =>
      pinKeys === 'on' ? null : 'SMARTCASH_PIN_KEYS must be on: SmartCash is paid by PIN here, and there is no other source of its key',
  }),
  mpesa: provider({
    title: 'M-Pesa',
    meaning: 'wallet (Daraja)',
    settings: {
      consumerKey: text('MPESA_CONSUMER_KEY', { meaning: 'its OAuth client', sandbox: 'daraja-sandbox-key' }),
      consumerSecret: text('MPESA_CONSUMER_SECRET', { meaning: 'its secret', sandbox: 'daraja-sandbox-secret' }),
      shortCode: text('MPESA_SHORT_CODE', {
        meaning: 'the receiving business',
        sandbox: '600227',
        published: [{ value: '174379', where: 'whole', source: MPESA_TESTS }],
      }),
      passkey: text('MPESA_PASSKEY', {
        meaning: "for the request on the payer's phone",
        sandbox: 'daraja-sandbox-passkey',
        published: [{ value: 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919', where: 'whole', source: MPESA_TESTS }],
      }),
      url: address('MPESA_URL', {
        meaning: 'another address',
        sandbox: inSandbox('/sandbox/daraja'),
        production: 'https://api.safaricom.co.ke',
        published: [{ value: 'sandbox.safaricom.co.ke', where: 'host', source: MPESA_TESTS }],
      }),
    },
  }),
  'airtel-money': provider({
    title: CONNECTORS['airtel-money'].name,
    meaning: 'wallet (Airtel Africa Open API)',
    settings: {
      clientId: text('AIRTEL_MONEY_CLIENT_ID', { meaning: 'its OAuth client', sandbox: 'airtel-money-sandbox-client' }),
      clientSecret: text('AIRTEL_MONEY_CLIENT_SECRET', { meaning: 'its secret', sandbox: 'airtel-money-sandbox-secret' }),
      signing: choice('AIRTEL_MONEY_SIGNING', {
        meaning: 'on: requests carry their body once more, encrypted (`x-signature`, `x-key`), as some countries demand',
        among: ['on', 'off'],
        sandbox: 'on',
      }),
      url: address('AIRTEL_MONEY_URL', {
        meaning: 'its address; each country has its own',
        sandbox: inSandbox('/sandbox/airtel-money'),
        published: [{ value: 'openapiuat.', where: 'inside', source: 'test systems (docs/protocols/airtel-money.md)' }],
      }),
    },
  }),
  pispi: provider({
    title: CONNECTORS.pispi.name,
    meaning: "the central bank's instant payments, through the API Business of a participant",
    settings: {
      clientId: text('PISPI_CLIENT_ID', { meaning: 'its OAuth client', sandbox: 'guichet', isSandboxValueFine: true }),
      clientSecret: text('PISPI_CLIENT_SECRET', { meaning: 'its secret', sandbox: 'pispi-sandbox-secret' }),
      scope: text('PISPI_SCOPE', {
        meaning: 'what is asked for with a token',
        unset: 'demande_paiement.write demande_paiement.read paiement.read retour_fonds.write',
        isSandboxValueFine: true,
      }),
      apiKey: text('PISPI_API_KEY', { meaning: 'sent with every call', sandbox: 'pispi-sandbox-key' }),
      alias: text('PISPI_ALIAS', {
        meaning: 'alias of the receiving account',
        sandbox: '9b1b2499-3e50-435b-b757-ac7a83d8aa8c',
        published: [{ value: '9b1b2499-3e50-435b-b757-ac7a83d8aa8c', where: 'whole', source: PISPI_SAMPLES }],
      }),
      amountUnit: choice('PISPI_AMOUNT_UNIT', {
        meaning: 'how the participant writes amounts: in `units` of the currency or in `hundredths`. Ask the participant',
        among: ['units', 'hundredths'],
        sandbox: 'units',
        isSandboxValueFine: true,
      }),
      webhookSecret: text('PISPI_WEBHOOK_SECRET', { meaning: 'signs its webhooks', sandbox: 'pispi-sandbox-webhooks' }),
      clientCertificate: pemFile('PISPI_CLIENT_CERT_FILE', {
        holds: 'certificate',
        meaning: 'client certificate for mutual TLS, a PEM file; read at start',
      }),
      clientKey: pemFile('PISPI_CLIENT_KEY_FILE', { holds: 'key', meaning: 'its private key, a PEM file' }),
      authority: optional(
        pemFile('PISPI_CA_FILE', {
          holds: 'certificate',
          meaning: "authority that signed the participant's certificate, a PEM file; where unset, those of the machine",
        }),
      ),
      tokenUrl: address('PISPI_TOKEN_URL', {
        meaning: 'where the participant issues tokens',
        sandbox: inSandbox('/sandbox/pispi/oauth/token'),
        mayBePrivate: true,
      }),
      url: address('PISPI_URL', {
        meaning: "the participant's API Business, with its version",
        sandbox: inSandbox('/sandbox/pispi/piz/v1'),
        mayBePrivate: true,
        published: [{ value: 'sandbox.api.pi-bceao.com', where: 'host', source: "BCEAO's test system (docs/protocols/pispi.md)" }],
      }),
    },
    check({ clientCertificate, clientKey }) {
      if ((clientCertificate === null) !== (clientKey === null))
        return 'PISPI_CLIENT_KEY_FILE must be set together with PISPI_CLIENT_CERT_FILE'
      if (clientCertificate === null || clientKey === null || isPair(clientCertificate, clientKey)) return null
      return 'PISPI_CLIENT_KEY_FILE must hold the key of the certificate in PISPI_CLIENT_CERT_FILE'
    },
  }),
} satisfies Record<WalletName, unknown>

/** Wallets of this standard have no common URL: each operator has its own, often in its own network. */
function gsmaWallet(prefix: string, { apiKey, path }: { apiKey: string; path: string }) {
  return {
    url: address(`${prefix}_URL`, {
      meaning: 'address of the wallet',
      sandbox: inSandbox(path),
      mayBePrivate: true,
      published: [GSMA_SIMULATOR],
    }),
    apiKey: text(`${prefix}_API_KEY`, { meaning: 'sent with every call', sandbox: apiKey }),
    merchant: text(`${prefix}_MERCHANT`, { meaning: 'the receiving account', sandbox: 'GUICHET', isSandboxValueFine: true }),
    statusWords: optional(statusWords(`${prefix}_STATUS_WORDS`)),
    pinKeys: choice(`${prefix}_PIN_KEYS`, {
      meaning:
        'on: the wallet issues a key for each PIN by `POST /keys`, by agreement and outside the standard; off: the portal never asks for a PIN',
      among: ['on', 'off'],
      sandbox: 'on',
      production: 'off',
    }),
  }
}
