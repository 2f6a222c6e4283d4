import { expect, test } from 'vitest'
import { connectProviders } from './payment-providers.ts'
import { readSettings } from './settings.ts'
import { readWalletSettings } from './wallet-settings.ts'

const MONEY = { MONEY_URL: 'https://wallet.example/1.2/mm', MONEY_API_KEY: 'key', MONEY_MERCHANT: 'US' }
const MPESA = { MPESA_CONSUMER_KEY: 'key', MPESA_CONSUMER_SECRET: 'secret', MPESA_SHORT_CODE: '1', MPESA_PASSKEY: 'pass' }

test('in the sandbox every wallet is connected, at the sandbox', () => {
  const { gateways, wallets } = readSettings({ SANDBOX_PORT: '4001' })
  expect(wallets).toMatchObject({
    money: { url: 'http://localhost:4001/sandbox/momo/1.2/mm', apiKey: 'money-sandbox-key', merchant: 'GUICHET' },
    smartcash: { url: 'http://localhost:4001/sandbox/smartcash/1.2/mm' },
    mpesa: { url: 'http://localhost:4001/sandbox/daraja', shortCode: '600227' },
  })
  const modes = Object.fromEntries([...connectProviders(gateways, wallets)].map(([id, { info }]) => [id, info.paymentMode]))
  expect(modes).toMatchObject({ 'money-push': 'MONEY_PUSH', 'money-pin': 'MONEY', smartcash: 'SMARTCASH', mpesa: 'MPESA' })
})

test('in production a wallet is off unless it is configured', () => {
  expect(readWalletSettings({}, null)).toEqual({ money: null, smartcash: null, mpesa: null })
  expect(readWalletSettings(MONEY, null)).toEqual({
    money: { url: 'https://wallet.example/1.2/mm', apiKey: 'key', merchant: 'US' },
    smartcash: null,
    mpesa: null,
  })
  expect(readWalletSettings(MPESA, null)).toMatchObject({ money: null, mpesa: { url: 'https://api.safaricom.co.ke', passkey: 'pass' } })
})

test('a wallet of which only a part is set, or whose address is none, is told in one sentence', () => {
  expect(readWalletSettings({ ...MONEY, MONEY_URL: undefined }, null)).toEqual({
    problem: 'MONEY_URL must be set together with the other settings of its wallet',
  })
  expect(readWalletSettings({ ...MPESA, MPESA_PASSKEY: '' }, null)).toMatchObject({ problem: expect.stringContaining('MPESA_PASSKEY') })
  expect(readWalletSettings({ ...MONEY, MONEY_URL: 'wallet.example' }, null)).toMatchObject({
    problem: expect.stringContaining('MONEY_URL must be an http'),
  })
})
