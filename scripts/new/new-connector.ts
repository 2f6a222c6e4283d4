import { existsSync } from 'node:fs'
import { isConnectorId } from '#shared/connector-table.ts'
import { addAfterLast, addEntry, addImport } from './edit-source.ts'
import type { Skeleton } from './skeleton.ts'
import type { NameWords } from './words-of-name.ts'

/**
 * A card gateway. It compiles and is offered in the sandbox, but understands no response:
 * until its messages and its simulator are written, every payment is unknown, never paid and never refused, and its contract tests fail.
 */
export const newGateway = (words: NameWords): Skeleton => newConnector(words, GATEWAY)

export type ConnectorKind = {
  settings(words: NameWords, key: string): string
  connector(words: NameWords): string
  promises(words: NameWords): string
  /** The file of its settings, and the list in it. */
  settingsFile: string
  settingsList: string
  about: string
  changed(words: NameWords, key: string): Skeleton['changed']
}

export function newConnector(words: NameWords, kind: ConnectorKind): Skeleton {
  if (isConnectorId(words.kebab)) throw new Error(`${words.kebab} is a connector already`)
  const { kebab, camel, title } = words
  const taken = [`src/payment-connectors/${kebab}`, `sandbox/${kebab}`].filter((folder) => existsSync(folder))
  if (taken.length > 0) throw new Error(`already there: ${taken.join(', ')}`)
  const key = kebab === camel ? kebab : `'${kebab}'`
  const folder = `src/payment-connectors/${kebab}`
  return {
    made: {
      [`docs/protocols/${kebab}.md`]: protocolPage(words),
      [`${folder}/${kebab}.messages.ts`]: messages(words),
      [`${folder}/${kebab}.connector.ts`]: kind.connector(words),
      [`${folder}/against-sandbox.test.ts`]: kind.promises(words),
      [`sandbox/${kebab}/${kebab}-simulator.ts`]: simulator(words, kind.about),
      [`sandbox/${kebab}/differences.md`]: `# What the simulator of ${title} does not imitate\n\nNothing is imitated yet.\n`,
    },
    changed: {
      ...kind.changed(words, key),
      [kind.settingsFile]: (source) => addEntry(source, kind.settingsList, `${kind.settings(words, key)},`),
      'src/shared/money-facts.ts': (source) => addEntry(source, 'export const MONEY_FACTS', `${moneyFacts(key)},`),
      'src/composition/payment-providers.ts': (source) =>
        addEntry(
          addImport(source, `import { ${camel}Connector } from '#payment-connectors/${kebab}/${kebab}.connector.ts'`),
          'const OPENERS',
          `${key}: ${camel}Connector,`,
        ),
      'sandbox/simulators/simulator-names.ts': (source) => addEntry(source, 'export const SIMULATOR_NAMES', `'${kebab}'`),
      'sandbox/simulators/registered-simulators.ts': (source) =>
        addEntry(
          addImport(source, `import { ${camel}Simulator } from '../${kebab}/${kebab}-simulator.ts'`),
          'export const SIMULATORS',
          `${camel}Simulator,`,
        ),
    },
    scripts: ['scripts/write-setting-tables.ts'],
    next: [
      `operators/<name>/payments.json: where customers may pay by it`,
      `docs/protocols/${kebab}.md: the provider's calls, fields, states, signatures, each with its source`,
      `src/shared/connector-table.ts: its habits, as the protocol page says them`,
      `src/shared/money-facts.ts: what is assumed about its money, each with its source; production refuses what stays unverified`,
      `${kind.settingsFile}: its settings, its address in production, test values that it publishes; then node scripts/write-setting-tables.ts`,
      `sandbox/${kebab}: the provider as its protocol describes it, sharing no code with src`,
      `${folder}: messages and connector, until vitest run --project 'rules and calls' ${folder} keeps every promise`,
    ],
  }
}

const GATEWAY: ConnectorKind = {
  settings: (words, key) => settings(words, key, 'card gateway'),
  connector: gatewayConnector,
  promises: gatewayPromises,
  settingsFile: 'src/settings/gateways.ts',
  settingsList: 'export const GATEWAYS',
  about: "{ fr: 'Cartes : pas encore joué', en: 'Cards: not played yet' }",
  changed: (words, key) => ({
    'src/shared/connector-table.ts': (source) => addAfterLast(source, "way: 'card',", '\n  },\n', `${gatewayRecord(words, key)},\n`),
  }),
}

function gatewayRecord({ title }: NameWords, key: string): string {
  return `  ${key}: {
    name: '${title}',
    way: 'card',
    paymentMode: 'PAYMENT_GATEWAY',
    settings: ${key.startsWith("'") ? key : `'${key}'`},
    checkout: { origin: null, isFramed: false },
    asksPin: false,
    payerProof: 'none',
    resolves: ['query'],
    repeat: 'second-payment',
    refund: 'none',
  }`
}

export function settings({ kebab, constant }: NameWords, key: string, meaning: string): string {
  return `  ${key}: provider({
    title: CONNECTORS[${key.startsWith("'") ? key : `'${key}'`}].name,
    meaning: '${meaning}',
    settings: {
      merchantId: text('${constant}_MERCHANT_ID', { meaning: 'the merchant there', sandbox: '${kebab}-sandbox-merchant' }),
      apiKey: text('${constant}_API_KEY', { meaning: 'sent with every call', sandbox: '${kebab}-sandbox-key' }),
      url: address('${constant}_URL', { meaning: 'its address', sandbox: inSandbox('/sandbox/${kebab}') }),
    },
  })`
}

function moneyFacts(key: string): string {
  return `  ${key}: {
    'amount-unit': { assumes: 'not written yet', source: UNVERIFIED },
    signature: { assumes: 'not written yet', source: UNVERIFIED },
    states: { assumes: 'not written yet', source: UNVERIFIED },
  }`
}

function messages({ kebab, pascal, constant }: NameWords): string {
  return `import { CURRENCY_EXPONENT } from '#shared/currency-exponent.ts'
import type { AttemptRef, Observation, PaymentOrder, StartResult } from '../payment-connector.ts'
import { unreadable, type ProviderResponse } from '../provider-http.ts'

/** Facts and sources: docs/protocols/${kebab}.md. */
export const ${constant}_WIRE = { wireExponent: CURRENCY_EXPONENT }

export type ${pascal}Account = { merchantId: string; apiKey: string }

export function paymentRequest(order: PaymentOrder, { merchantId }: ${pascal}Account, goesOn: object): string {
  return JSON.stringify({ merchantId, reference: order.ref, amount: order.amount.minor, currency: order.amount.currency, ...goesOn })
}

/** No answer is understood yet, and what is not understood is unknown: a payment may exist. */
export function readStarted(answer: ProviderResponse): StartResult {
  throw unreadable(answer)
}

/** The amount is quoted as the gateway states it, never taken from the attempt. */
export function readQueried(answer: ProviderResponse, _attempt: AttemptRef): Observation {
  throw unreadable(answer)
}
`
}

export function gatewayConnector({ kebab, camel, pascal, constant }: NameWords): string {
  return `import { OPERATOR } from '#operator-record'
import { factsOf } from '#shared/connector-table.ts'
import { readBrowserReturn } from '../browser-return.ts'
import { addressAt, CARD_QUERY_LADDER_SECONDS, refuseBeforeCalling } from '../card-gateway.ts'
import type { ConnectorInfo, PaymentConnector } from '../payment-connector.ts'
import { callProvider } from '../provider-http.ts'
import { ${constant}_WIRE, paymentRequest, readQueried, readStarted, type ${pascal}Account } from './${kebab}.messages.ts'

export type ${pascal}Options = ${pascal}Account & { baseUrl: string }

const INFO: ConnectorInfo = {
  ...factsOf('${kebab}'),
  currencies: OPERATOR.money.payIn,
  wireExponent: ${constant}_WIRE.wireExponent,
  pollScheduleSeconds: CARD_QUERY_LADDER_SECONDS,
}

export function ${camel}Connector({ baseUrl, merchantId, apiKey }: ${pascal}Options): PaymentConnector {
  const headers = { authorization: \`Bearer \${apiKey}\`, 'content-type': 'application/json' }
  return {
    info: INFO,
    async start(context, order) {
      const refusal = refuseBeforeCalling(order, INFO)
      if (refusal) return refusal
      const body = paymentRequest(order, { merchantId, apiKey }, { returnUrl: context.urls.return })
      const url = addressAt(baseUrl, '/payments')
      return readStarted(await callProvider(context, { provider: '${kebab}', route: 'start', method: 'POST', url, headers, body }))
    },
    async query(context, attempt) {
      const url = addressAt(baseUrl, \`/payments/\${encodeURIComponent(attempt.ref)}\`)
      return readQueried(await callProvider(context, { provider: '${kebab}', route: 'query', method: 'GET', url, headers }), attempt)
    },
    readReturn: (request) => readBrowserReturn(request.query),
  }
}
`
}

function gatewayPromises({ kebab, camel }: NameWords): string {
  return `import { onTestFinished } from 'vitest'
import { buildSandbox } from '../../../sandbox/sandbox-app.ts'
import { testConnectorContract } from '../testing/connector-contract.ts'
import { ${camel}Connector } from './${kebab}.connector.ts'

async function createSandbox(portalUrl: string): Promise<string> {
  const app = await buildSandbox({ portalUrl })
  onTestFinished(() => app.close())
  return app.listen({ host: '127.0.0.1', port: 0 })
}

testConnectorContract(
  '${kebab}',
  {
    face: '${kebab}',
    connect: (sandboxUrl) =>
      ${camel}Connector({ baseUrl: \`\${sandboxUrl}/sandbox/${kebab}\`, merchantId: '${kebab}-sandbox-merchant', apiKey: '${kebab}-sandbox-key' }),
    pageId: (order, { providerRef }) => providerRef ?? order.ref,
    answer: ({ ref }, status, { minor: amount, currency }) => ({
      body: JSON.stringify({ reference: ref, status, amount, currency }),
      contentType: 'application/json',
    }),
    forgedNotice: null,
    webhookTrust: null,
    outcomes: {
      declined: { state: 'declined', final: true },
      insufficient: { state: 'declined', final: true },
      cancelled: { state: 'cancelled' },
    },
  },
  createSandbox,
)
`
}

function simulator({ kebab, camel, title }: NameWords, about: string): string {
  return `import { operation, type Simulator } from '../simulators/simulator.ts'

/** Not written yet: it answers nothing that a connector could understand. */
export const ${camel}Simulator: Simulator = {
  name: '${kebab}',
  title: '${title}',
  about: ${about},
  path: '/sandbox/${kebab}',
  register(app) {
    app.all('/sandbox/${kebab}/*', operation('any'), (_request, reply) => reply.code(501).send({ error: 'not written yet' }))
  },
}
`
}

function protocolPage({ kebab, title }: NameWords): string {
  return `# ${title}

Code: \`src/payment-connectors/${kebab}\`. Marks as in [paystack.md](paystack.md).

_Not confirmed_: everything. To be written down here, each with its source: the calls and their fields, the states and what each means for us, what is
signed and how, what a repeated call does, how refunds go, test values that anybody can read.
`
}
