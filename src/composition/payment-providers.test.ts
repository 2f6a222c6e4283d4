import { expect, test } from 'vitest'
import { readSettings } from '#settings/settings.ts'
import { productionEnvironment } from '#tests/support/production-environment.ts'
import { CONNECTORS, connectorIds, connectorsOf } from '#shared/connector-table.ts'
import { POPUP_GATEWAY } from '#features/payment/portal/paystack-popup.ts'
import { connectProviders, payPageOrigins, popupOrigins } from './payment-providers.ts'

const PAYSTACK = { PAYSTACK_SECRET_KEY: 'sk_live_own', PAYSTACK_PUBLIC_KEY: 'pk_live_own' }
const TINGG = { TINGG_API_KEY: 'own', TINGG_CLIENT_ID: 'own', TINGG_CLIENT_SECRET: 'own', TINGG_SERVICE_CODE: 'OWN' }
const MONEY = { MONEY_URL: 'https://wallet.example.ne/1.2/mm', MONEY_API_KEY: 'own', MONEY_MERCHANT: 'OWN' }
const SMARTCASH = { SMARTCASH_URL: 'https://smartcash.example.ne/1.2/mm', SMARTCASH_API_KEY: 'own', SMARTCASH_MERCHANT: 'OWN' }
const DPO = { DPO_COMPANY_TOKEN: 'own', DPO_SERVICE_TYPE: '77' }

test('GEN-4 in the sandbox every gateway and wallet is connected', () => {
  const { gateways, wallets } = readSettings({})
  const modes = Object.fromEntries([...connectProviders(gateways, wallets)].map(([id, { info }]) => [id, info.paymentMode]))
  expect(Object.keys(modes)).toEqual(connectorIds().filter((id) => id !== 'airtime'))
  expect(modes).toMatchObject({
    paystack: 'PAYMENT_GATEWAY',
    dpo: 'PAYMENT_GATEWAY',
    cellulant: 'PAYMENT_GATEWAY',
    uba: 'PAYMENT_GATEWAY',
    cinetpay: 'PAYMENT_GATEWAY',
    'money-push': 'MONEY_PUSH',
    'money-pin': 'MONEY',
    smartcash: 'SMARTCASH',
    mpesa: 'MPESA',
    pispi: 'PISPI',
  })
})

test('MM-1 a PIN is requested only where the settings say that the wallet provides keys for it', () => {
  const wallets = (env: Record<string, string>) => {
    const settings = readSettings(productionEnvironment(env))
    return [...connectProviders(settings.gateways, settings.wallets).keys()]
  }
  expect(wallets(MONEY)).toEqual(['money-push'])
  expect(wallets({ ...MONEY, MONEY_PIN_KEYS: 'off' })).toEqual(['money-push'])
  expect(wallets({ ...MONEY, MONEY_PIN_KEYS: 'on' })).toEqual(['money-push', 'money-pin'])
  expect(wallets({ ...SMARTCASH, SMARTCASH_PIN_KEYS: 'on' })).toEqual(['smartcash'])
  expect(() => wallets(SMARTCASH)).toThrow(/^SMARTCASH_PIN_KEYS must be on/)
})

test('each connector can do what its record states, and nothing that it denies', () => {
  const { gateways, wallets } = readSettings({})
  for (const [id, connector] of connectProviders(gateways, wallets)) {
    const { resolves, refund, asksPin, way } = CONNECTORS[id]
    const can = {
      query: connector.query !== undefined,
      notice: connector.parseWebhook !== undefined,
      refund: connector.refund !== undefined,
      pin: connector.submitSecret !== undefined,
      return: connector.readReturn !== undefined,
    }
    const asked: readonly string[] = resolves
    expect([id, can]).toEqual([
      id,
      {
        query: asked.includes('query'),
        notice: asked.includes('notice'),
        refund: refund !== 'none',
        pin: asksPin,
        return: way === 'card',
      },
    ])
    expect(connector.info).toMatchObject({ id, resolves, refund })
  }
})

test('CARD-2 the popup of the page is that of the one gateway whose checkout may be framed', () => {
  expect(connectorsOf('card').filter((id) => CONNECTORS[id].checkout.isFramed)).toEqual([POPUP_GATEWAY])
})

test('forms may be sent on to the enabled gateways and to their pay pages, and nowhere else', () => {
  const origins = (env: Record<string, string>) => payPageOrigins(readSettings(env).gateways)
  expect(origins({})).toEqual(['http://localhost:3001'])
  expect(origins(productionEnvironment())).toEqual([])
  expect(origins(productionEnvironment({ ...PAYSTACK, ...DPO }))).toEqual([
    'https://api.paystack.co',
    'https://checkout.paystack.com',
    'https://secure.3gdirectpay.com',
  ])
  expect(origins(productionEnvironment(TINGG))).toEqual(['https://api.tingg.africa', 'https://checkout.tingg.africa'])
  const elsewhere = { ...TINGG, TINGG_URL: 'https://tingg.example.ne', TINGG_PAGES: 'https://pages.example.ne' }
  expect(origins(productionEnvironment(elsewhere))).toEqual(['https://tingg.example.ne', 'https://pages.example.ne'])
})

test("S11 CARD-2 only Paystack's checkout may be framed, at its own origin or beside another API", () => {
  const origins = (env: Record<string, string>) => popupOrigins(readSettings(env).gateways)
  expect(origins({})).toEqual(['http://localhost:3001'])
  expect(origins(productionEnvironment(DPO))).toEqual([])
  expect(origins(productionEnvironment(PAYSTACK))).toEqual(['https://checkout.paystack.com'])
  expect(origins(productionEnvironment({ ...PAYSTACK, PAYSTACK_URL: 'https://cards.example.ne' }))).toEqual(['https://cards.example.ne'])
})
