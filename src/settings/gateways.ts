import { OPERATOR } from '#operator-record'
import { address, origin } from './address-setting.ts'
import { inSandbox, provider } from './provider.ts'
import { choice, optional, text } from './setting.ts'
import { CONNECTORS, type GatewayName } from '#shared/connector-table.ts'

const DPO_TOKENS = "in use as DPO's test company in public integrations (docs/protocols/dpo.md)"
const CELLULANT_SAMPLES = 'samples of docs.tingg.africa (docs/protocols/tingg.md)'
const PAYSTACK_KEYS = 'test keys, paystack.com/docs/api/authentication (docs/protocols/paystack.md)'

const TINGG_TEST_SYSTEMS = ['api-approval', 'api-test', 'api-dev', 'uat', 'sandbox'].map((system) => ({
  value: `${system}.tingg.africa`,
  where: 'host' as const,
  source: "Tingg's test systems (docs/protocols/tingg.md)",
}))

/** The currencies of PaystackOSS/openapi (docs/protocols/paystack.md). */
const PAYSTACK_LISTED = ['GHS', 'KES', 'NGN', 'USD', 'ZAR'] as const
const PAYSTACK_CURRENCIES = [...PAYSTACK_LISTED, 'XOF'] as const

/** Of the simulated account: one of the operator's, if Paystack has any. */
const PLAYED_CURRENCY = PAYSTACK_CURRENCIES.find((currency) => OPERATOR.money.payIn.includes(currency)) ?? 'XOF'

const CINETPAY_SAMPLES = "samples of CinetPay's own libraries (docs/protocols/cinetpay.md)"
/** Without the dollar: whether its amounts have decimals is not documented (docs/protocols/cinetpay.md). */
const CINETPAY_CURRENCIES = ['XOF', 'XAF', 'CDF', 'GNF'] as const

/** Card gateways: the visitor pays on their page. The names of fields are those of the connector's options. */
export const GATEWAYS = {
  paystack: provider({
    title: CONNECTORS.paystack.name,
    meaning: 'card gateway',
    settings: {
      secretKey: text('PAYSTACK_SECRET_KEY', {
        meaning: 'signs its webhooks',
        sandbox: 'sk_test_guichet_sandbox',
        shape: { pattern: /^sk_(test|live)_/, words: 'must begin with sk_live_ or sk_test_' },
        published: [{ value: 'sk_test_', where: 'beginning', source: PAYSTACK_KEYS }],
        example: 'sk_live_own',
      }),
      publicKey: text('PAYSTACK_PUBLIC_KEY', {
        meaning: 'for its popup',
        sandbox: 'pk_test_guichet_sandbox',
        shape: { pattern: /^pk_(test|live)_/, words: 'must begin with pk_live_ or pk_test_' },
        published: [{ value: 'pk_test_', where: 'beginning', source: PAYSTACK_KEYS }],
        example: 'pk_live_own',
      }),
      currency: choice('PAYSTACK_CURRENCY', {
        meaning: 'currency of the account; the gateway is offered for prices in that currency only',
        among: PAYSTACK_CURRENCIES,
        sandbox: PLAYED_CURRENCY,
        production: 'NGN',
        isSandboxValueFine: true,
      }),
      confirmedCurrency: optional(
        choice('PAYSTACK_CONFIRMED_CURRENCY', {
          meaning: `repeats the currency, where Paystack confirmed one for this account that its document does not list (${PAYSTACK_LISTED.join(', ')})`,
          among: ['XOF'],
          sandbox: 'XOF',
        }),
      ),
      url: address('PAYSTACK_URL', {
        meaning: 'another address',
        sandbox: inSandbox('/sandbox/paystack'),
        production: 'https://api.paystack.co',
      }),
    },
    check({ secretKey, publicKey, currency, confirmedCurrency }) {
      if (secretKey.slice(2, 8) !== publicKey.slice(2, 8)) return 'PAYSTACK_PUBLIC_KEY must be of the same mode as PAYSTACK_SECRET_KEY'
      const isListed = PAYSTACK_LISTED.some((listed) => listed === currency)
      return isListed || confirmedCurrency === currency
        ? null
        : `PAYSTACK_CURRENCY is ${currency}, which Paystack's document does not list: set PAYSTACK_CONFIRMED_CURRENCY to ${currency} too once Paystack has confirmed it for your account`
    },
  }),
  dpo: provider({
    title: CONNECTORS.dpo.name,
    meaning: 'card gateway',
    settings: {
      companyToken: text('DPO_COMPANY_TOKEN', {
        meaning: 'the company there',
        sandbox: '8D3DA73D-9D7F-4E09-96D4-3D44E7A83EA3',
        published: [
          { value: '8D3DA73D-9D7F-4E09-96D4-3D44E7A83EA3', where: 'whole', source: DPO_TOKENS },
          { value: '9F416C11-127B-4DE2-AC7F-D5710E4C5E0A', where: 'whole', source: DPO_TOKENS },
        ],
      }),
      serviceType: text('DPO_SERVICE_TYPE', {
        meaning: 'the service registered there',
        sandbox: '3854',
        published: [
          { value: '3854', where: 'whole', source: DPO_TOKENS },
          { value: '5525', where: 'whole', source: DPO_TOKENS },
        ],
      }),
      url: address('DPO_URL', {
        meaning: 'another address',
        sandbox: inSandbox('/sandbox/dpo'),
        production: 'https://secure.3gdirectpay.com',
        published: [{ value: 'sandbox.directpay.online', where: 'host', source: "DPO's test system (docs/protocols/dpo.md)" }],
      }),
    },
  }),
  cellulant: provider({
    title: CONNECTORS.cellulant.name,
    meaning: 'card gateway of Cellulant',
    settings: {
      apiKey: text('TINGG_API_KEY', { meaning: 'sent with every call', sandbox: 'tingg-sandbox-api-key' }),
      clientId: text('TINGG_CLIENT_ID', {
        meaning: 'its OAuth client',
        sandbox: 'guichet',
        isSandboxValueFine: true,
        published: [{ value: 'TINGGTEST', where: 'beginning', source: CELLULANT_SAMPLES }],
      }),
      clientSecret: text('TINGG_CLIENT_SECRET', { meaning: 'its secret', sandbox: 'tingg-sandbox-secret' }),
      serviceCode: text('TINGG_SERVICE_CODE', {
        meaning: 'the service registered there',
        sandbox: 'GUICHET',
        isSandboxValueFine: true,
        published: [{ value: 'TINGGTEST', where: 'beginning', source: CELLULANT_SAMPLES }],
      }),
      url: address('TINGG_URL', {
        meaning: 'another address',
        sandbox: inSandbox('/sandbox/tingg'),
        production: 'https://api.tingg.africa',
        published: TINGG_TEST_SYSTEMS,
      }),
      pages: optional(
        origin('TINGG_PAGES', {
          meaning: 'the origin of its pay pages, where it is not that of `TINGG_URL`, as at its test systems',
          published: TINGG_TEST_SYSTEMS,
        }),
      ),
    },
  }),
  uba: provider({
    title: CONNECTORS.uba.name,
    meaning: 'card gateway',
    settings: {
      merchantId: text('UBA_MERCHANT_ID', { meaning: 'the merchant there', sandbox: 'GUICHETNE' }),
      serviceKey: text('UBA_SERVICE_KEY', { meaning: 'its key', sandbox: 'uba-sandbox-key' }),
      bareApproval: choice('UBA_BARE_APPROVAL', {
        meaning:
          'meaning of an approval without transaction, reference, amount and currency: `doubt` sends the payment to review, `paid` accepts it. Set `paid` only after the bank confirmed in writing that its response is about the id in our request',
        among: ['paid', 'doubt'],
        sandbox: 'doubt',
        production: 'doubt',
        isSandboxValueFine: true,
      }),
      url: address('UBA_URL', {
        meaning: 'another address',
        sandbox: inSandbox('/sandbox/uba/cipg-payportal'),
        production: 'https://ucollect.ubagroup.com/cipg-payportal',
      }),
    },
  }),
  cinetpay: provider({
    title: CONNECTORS.cinetpay.name,
    meaning: 'gateway for cards and wallets',
    settings: {
      apiKey: text('CINETPAY_API_KEY', {
        meaning: 'sent with every call',
        sandbox: 'cinetpay-sandbox-key',
        published: [{ value: '12912847765bc0db748fdd44.40081707', where: 'whole', source: CINETPAY_SAMPLES }],
      }),
      siteId: text('CINETPAY_SITE_ID', {
        meaning: 'the service there',
        sandbox: '227001',
        published: [{ value: '445160', where: 'whole', source: CINETPAY_SAMPLES }],
      }),
      secretKey: text('CINETPAY_SECRET_KEY', { meaning: 'signs its webhooks', sandbox: 'cinetpay-sandbox-secret' }),
      currency: choice('CINETPAY_CURRENCY', {
        meaning: 'currency of the service; the gateway is offered for prices in that currency only',
        among: CINETPAY_CURRENCIES,
        sandbox: CINETPAY_CURRENCIES.find((currency) => OPERATOR.money.payIn.includes(currency)) ?? 'XOF',
        isSandboxValueFine: true,
      }),
      url: address('CINETPAY_URL', {
        meaning: 'another address',
        sandbox: inSandbox('/sandbox/cinetpay'),
        production: 'https://api-checkout.cinetpay.com',
      }),
    },
  }),
} satisfies Record<GatewayName, unknown>
