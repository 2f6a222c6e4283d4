import { expect, test } from 'vitest'
import { productionEnvironment, providerEnvironments, type ProviderName } from '#tests/support/production-environment.ts'
import { connectorIds, CONNECTORS } from '#shared/connector-table.ts'
import { PROVIDERS } from './providers.ts'
import { SettingProblem } from '#shared/setting-problem.ts'
import type { Setting } from './setting.ts'
import { readSettings } from './settings.ts'

const KINDS = ['simulated', 'real', 'declared'] as const
type Kind = (typeof KINDS)[number]
const PAYING = [...new Set(connectorIds().map((id) => CONNECTORS[id].settings))].filter((name) => name !== null)

type World = {
  provider: (typeof PAYING)[number]
  mode: 'sandbox' | 'production' | ''
  kinds: Record<'provider' | 'operator' | 'sms', Kind>
}

const WORLDS: World[] = PAYING.flatMap((provider) =>
  (['', 'sandbox', 'production'] as const).flatMap((mode) =>
    KINDS.flatMap((own) => KINDS.flatMap((operator) => KINDS.map((sms) => ({ provider, mode, kinds: { provider: own, operator, sms } })))),
  ),
)

const testHost = (name: string) => `test-${name}.partner.ne`

/** Every setting of one system, at a real address, at a declared test system, or where a sandbox simulates it. */
function systemEnvironment(name: ProviderName, kind: Kind): Record<string, string> {
  const all = providerEnvironments(name)[0] ?? {}
  const urls = Object.values<Setting<unknown>>(PROVIDERS[name].settings).filter((one) => one.kind === 'address' && !one.isOptional)
  if (kind === 'real') return all
  const keys = Object.entries(all).map(([setting, text]) => [setting, text.replace('_live_', '_test_')])
  const address = kind === 'simulated' ? 'http://localhost:3001/sandbox' : `https://${testHost(name)}`
  return { ...Object.fromEntries(keys), ...Object.fromEntries(urls.map((url) => [url.name, address])) }
}

function environmentOf({ provider, mode, kinds }: World): Record<string, string> {
  const systems = { [provider]: kinds.provider, operator: kinds.operator, sms: kinds.sms } as Record<ProviderName, Kind>
  const given = Object.entries(systems) as [ProviderName, Kind][]
  const declared = given.filter(([, kind]) => kind === 'declared').map(([name]) => testHost(name))
  return {
    ...productionEnvironment({ GUICHET_MODE: mode, TEST_SYSTEMS: declared.join(',') }),
    ...Object.assign({}, ...given.map(([name, kind]) => systemEnvironment(name, kind))),
  }
}

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readSettings(env)
    return []
  } catch (error) {
    if (error instanceof SettingProblem) return error.problems
    throw error
  }
}

test('F70 OPS-2 real, simulated and declared test systems are never mixed, in every combination and mode', () => {
  expect(WORLDS).toHaveLength(PAYING.length * 3 * 27)
  const wrong = WORLDS.filter((world) => {
    const kinds = Object.values(world.kinds)
    const ok = world.mode === 'production' ? kinds.every((kind) => kind === 'real') : !kinds.includes('real')
    return (problemsOf(environmentOf(world)).length === 0) !== ok
  })
  expect(wrong).toEqual([])
})

test('F70 the settings of production without GUICHET_MODE are refused, and every real system is named with what to do', () => {
  const env = { ...productionEnvironment(), ...systemEnvironment('money', 'simulated'), ...systemEnvironment('paystack', 'real') }
  expect(problemsOf({ ...env, GUICHET_MODE: '', MONEY_URL: '' })).toEqual([
    'OPERATOR_URL leads to operator-url.example.ne, and GUICHET_MODE is sandbox: set GUICHET_MODE=production, or name the host in TEST_SYSTEMS if it is a test system',
    'SMS_URL leads to sms-url.example.ne, and GUICHET_MODE is sandbox: set GUICHET_MODE=production, or name the host in TEST_SYSTEMS if it is a test system',
    'PAYSTACK_SECRET_KEY is a live key, and GUICHET_MODE is sandbox: set GUICHET_MODE=production or use a test key',
    'PAYSTACK_PUBLIC_KEY is a live key, and GUICHET_MODE is sandbox: set GUICHET_MODE=production or use a test key',
    'PAYSTACK_URL leads to paystack-url.example.ne, and GUICHET_MODE is sandbox: set GUICHET_MODE=production, or name the host in TEST_SYSTEMS if it is a test system',
  ])
})

const DECLARED = {
  OPERATOR_URL: 'https://test-core.partner.ne/tmf',
  TEST_SYSTEMS: 'test-core.partner.ne',
  DATABASE_URL: 'postgresql://guichet@127.0.0.1/guichet_test',
  GUICHET_SECRET: 'a-secret-of-the-test-system-alone-0001',
}

test('OPS-2 a portal with declared test systems has its own secret and database', () => {
  expect(readSettings(DECLARED)).toMatchObject({ mode: 'sandbox', testSystems: ['test-core.partner.ne'] })
  expect(problemsOf({ ...DECLARED, DATABASE_URL: '', GUICHET_SECRET: '' })).toEqual([
    'DATABASE_URL must be set, to a database of its own: TEST_SYSTEMS names systems outside',
    'GUICHET_SECRET must be a secret of its own with at least 32 characters: TEST_SYSTEMS names systems outside',
  ])
  expect(problemsOf({ ...DECLARED, GUICHET_SECRET: 'short' })).toHaveLength(1)
})

test('OPS-2 a host of production cannot be declared a test system, except one that takes test keys too', () => {
  for (const host of [
    'api.safaricom.co.ke',
    'secure.3gdirectpay.com',
    'secure.3gdirectpay.com.',
    'API.tingg.africa',
    'ucollect.ubagroup.com',
    'api-checkout.cinetpay.com',
  ])
    expect(problemsOf({ ...DECLARED, TEST_SYSTEMS: `test-core.partner.ne, ${host}` }), host).toEqual([
      `TEST_SYSTEMS names ${host}, which is a production system`,
    ])
  const paystack = { ...DECLARED, TEST_SYSTEMS: 'test-core.partner.ne,api.paystack.co', PAYSTACK_URL: 'https://api.paystack.co' }
  const keys = (mode: string) => ({ PAYSTACK_SECRET_KEY: `sk_${mode}_own`, PAYSTACK_PUBLIC_KEY: `pk_${mode}_own` })
  expect(problemsOf({ ...paystack, ...keys('test') })).toEqual([])
  expect(problemsOf({ ...paystack, ...keys('live') })).toHaveLength(2)
})

test('OPS-2 a sandbox on another machine is a test system too: it is declared, or the setting that points to it is named', () => {
  const elsewhere = { SANDBOX_URL: 'https://core.partner.ne' }
  expect(problemsOf(elsewhere)).toEqual(['SANDBOX_URL leads to core.partner.ne: name the host in TEST_SYSTEMS if a sandbox runs there'])
  expect(problemsOf({ ...elsewhere, SMS_URL: 'https://sms.partner.ne' })).toHaveLength(2)
  const declared = { ...DECLARED, OPERATOR_URL: '', ...elsewhere, TEST_SYSTEMS: 'core.partner.ne.' }
  expect(problemsOf({ ...declared, MONEY_URL: 'https://CORE.partner.ne./sandbox/momo/1.2/mm' })).toEqual([])
  expect(readSettings(declared)).toMatchObject({
    sandboxUrl: { href: 'https://core.partner.ne/' },
    outside: { operator: { url: 'https://core.partner.ne/' } },
  })
  expect(problemsOf({ ...declared, SANDBOX_URL: 'https://api.safaricom.co.ke', TEST_SYSTEMS: 'api.safaricom.co.ke' })).toContain(
    'TEST_SYSTEMS names api.safaricom.co.ke, which is a production system',
  )
})

test('OPS-2 beside declared test systems a provider is on when something of it is set, and the sandbox only when it simulates one', () => {
  const { providers, sandboxUrl } = readSettings({ ...DECLARED, DPO_SERVICE_TYPE: '3854' })
  expect(providers.on).toEqual(['Operator', 'SMS', 'DPO Pay'])
  expect(sandboxUrl?.href).toBe('http://localhost:3001/')
  const host = 'https://test-core.partner.ne'
  const without = readSettings({ ...DECLARED, SMS_URL: host, MONEY_URL: `${host}/money` })
  expect([without.providers.on, without.sandboxUrl]).toEqual([['Operator', 'SMS', 'Mobile money'], null])
})

test.for(['https://test-core.partner.ne', 'core:8080', 'a b', '*.partner.ne/x', '*'])('TEST_SYSTEMS lists host names, not %s', (text) => {
  expect(problemsOf({ TEST_SYSTEMS: text })[0]).toMatch(/^TEST_SYSTEMS must list host names/)
})
