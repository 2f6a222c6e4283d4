import { addAfterLast, addEntry } from './edit-source.ts'
import { gatewayConnector, newConnector, settings, type ConnectorKind } from './new-connector.ts'
import type { Skeleton } from './skeleton.ts'
import type { NameWords } from './words-of-name.ts'

/** A wallet whose payer approves a request on the phone: a way to pay of its own, with the page that all such wallets share. */
export const newWallet = (words: NameWords): Skeleton => newConnector(words, WALLET)

const WALLET: ConnectorKind = {
  settings: (words, key) => settings(words, key, 'wallet'),
  connector: walletConnector,
  promises: walletPromises,
  settingsFile: 'src/settings/wallets.ts',
  settingsList: 'export const WALLETS',
  about: "{ fr: 'Portefeuille : pas encore joué', en: 'Wallet: not played yet' }",
  changed: (words, key) => ({
    'src/shared/payment-codes.ts': (source) =>
      addEntry(
        addEntry(source, 'export const PAYMENT_MODES', `  ${words.constant}: '${words.constant}',`),
        'export const OPTION_TYPES',
        `'${words.kebab}'`,
      ),
    'src/shared/connector-table.ts': (source) =>
      addAfterLast(
        addEntry(
          source,
          'export const PAYMENT_METHODS',
          `  ${key}: { optionType: '${words.kebab}', paymentOpt: named('${words.kebab}', '${words.title}'), route: '${words.kebab}', page: 'phone' },`,
        ),
        "way: 'mpesa',",
        '\n  },\n',
        `${walletRecord(words, key)},\n`,
      ),
  }),
}

function walletRecord({ title, constant, kebab }: NameWords, key: string): string {
  return `  ${key}: {
    name: named('${kebab}', '${title}'),
    isNamedByOperator: true,
    way: '${kebab}',
    paymentMode: '${constant}',
    settings: '${kebab}',
    asksOnPhone: true,
    hasOtherPayers: true,
    asksPin: false,
    payerProof: 'none',
    resolves: ['query'],
    repeat: 'second-payment',
    refund: 'none',
  }`
}

function walletConnector(words: NameWords): string {
  return gatewayConnector(words)
    .replace("import { readBrowserReturn } from '../browser-return.ts'\n", '')
    .replace('addressAt, CARD_QUERY_LADDER_SECONDS, refuseBeforeCalling', 'addressAt, internationalNumber, refuseBeforeCalling')
    .replace('CARD_QUERY_LADDER_SECONDS,', '[15, 30, 60, 90, 300],\n  promptSeconds: 60,')
    .replace(
      'const body = paymentRequest(order, { merchantId, apiKey }, { returnUrl: context.urls.return })',
      `const msisdn = internationalNumber(order.payer.msisdn)
      if (!msisdn) return { kind: 'not-attempted', reason: 'payer_unknown', note: "${words.kebab} needs the payer's number" }
      const body = paymentRequest(order, { merchantId, apiKey }, { msisdn, notifyUrl: context.urls.notify })`,
    )
    .replace('    readReturn: (request) => readBrowserReturn(request.query),\n', '')
}

function walletPromises({ kebab, camel }: NameWords): string {
  return `import { onTestFinished } from 'vitest'
import { buildSandbox } from '../../../sandbox/sandbox-app.ts'
import { testWalletContract } from '../testing/wallet-contract.ts'
import { ${camel}Connector } from './${kebab}.connector.ts'

async function createSandbox(portalUrl: string): Promise<string> {
  const app = await buildSandbox({ portalUrl })
  onTestFinished(() => app.close())
  return app.listen({ host: '127.0.0.1', port: 0 })
}

testWalletContract(
  '${kebab}',
  {
    face: '${kebab}',
    agreesBy: 'phone',
    connect: (sandboxUrl) =>
      ${camel}Connector({ baseUrl: \`\${sandboxUrl}/sandbox/${kebab}\`, merchantId: '${kebab}-sandbox-merchant', apiKey: '${kebab}-sandbox-key' }),
    operations: { pay: 'any' },
    unheardOf: ({ ref }) => ({ operation: 'any', body: { reference: ref, status: 'unheard-of' } }),
    quoting: ({ ref }, { amount: { minor: amount, currency } }) => ({ operation: 'any', body: { reference: ref, status: 'paid', amount, currency } }),
    forgedNotice: Buffer.from(JSON.stringify({ status: 'paid', amount: 1500 })),
    outcomes: {
      declined: { state: 'declined', final: true },
      ignored: { state: 'declined', final: true },
      locked: { state: 'declined', final: true },
    },
  },
  createSandbox,
)
`
}
