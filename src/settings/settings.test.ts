import { expect, test } from 'vitest'
import { productionEnvironment, providerEnvironments } from '#tests/support/production-environment.ts'
import { connectorsOf } from '#shared/connector-table.ts'
import { ALL_PROVIDERS } from './providers.ts'
import { SettingProblem } from '#shared/setting-problem.ts'
import { ALL_SETTINGS, readSettings } from './settings.ts'

test('without any setting the portal is a sandbox on port 3000', () => {
  const settings = readSettings({})
  expect(settings).toMatchObject({
    mode: 'sandbox',
    port: 3000,
    sandboxPort: 3001,
    adminPort: 3002,
    databaseUrl: null,
    operator: 'ne-tenere',
  })
  expect(settings).toMatchObject({
    host: 'localhost',
    logLevel: 'warn',
    apiDescription: 'on',
    assetBase: null,
    outboundRoutes: {},
    trustedProxies: [],
  })
  expect(settings.publicUrl.href).toBe('http://localhost:3000/')
  expect(settings.sandboxUrl?.href).toBe('http://localhost:3001/')
})

test('in the sandbox all upstreams are simulated by the sandbox, at any address', () => {
  const { outside, gateways, wallets, maps, providers } = readSettings({ SANDBOX_PORT: '4001' })
  expect(outside).toEqual({
    operator: {
      url: 'http://localhost:4001/',
      profile: 'tmf-v4',
      clientId: 'guichet',
      clientSecret: 'sandbox-operator',
      apiKey: 'sandbox-odd-key',
    },
    sms: { url: 'http://localhost:4001/', username: 'guichet', password: 'sandbox-sms', from: '300' },
  })
  expect(gateways.paystack).toEqual({
    url: 'http://localhost:4001/sandbox/paystack',
    secretKey: 'sk_test_guichet_sandbox',
    publicKey: 'pk_test_guichet_sandbox',
    currency: 'XOF',
    confirmedCurrency: 'XOF',
  })
  expect(gateways.uba?.url).toBe('http://localhost:4001/sandbox/uba/cipg-payportal')
  expect(wallets).toMatchObject({
    money: { url: 'http://localhost:4001/sandbox/momo/1.2/mm', apiKey: 'money-sandbox-key', merchant: 'GUICHET' },
    smartcash: { url: 'http://localhost:4001/sandbox/smartcash/1.2/mm' },
    mpesa: { url: 'http://localhost:4001/sandbox/daraja', shortCode: '600227' },
  })
  expect(maps).toEqual({ geocoder: null, tiles: null, tileOrigin: null, tileFile: null })
  expect(providers.off).toEqual(['Geocoder', 'Map tiles'])
})

test("in the sandbox one setting of a provider may differ from the sandbox's", () => {
  expect(readSettings({ OPERATOR_URL: 'http://127.0.0.1:9000', OPERATOR_PROFILE: 'odd' }).outside.operator).toMatchObject({
    url: 'http://127.0.0.1:9000',
    profile: 'odd',
    apiKey: 'sandbox-odd-key',
  })
})

test('production with the minimum of settings shows nothing of the sandbox and connects no payment provider', () => {
  const settings = readSettings(productionEnvironment())
  expect(settings).toMatchObject({ mode: 'production', host: '0.0.0.0', sandboxUrl: null, logLevel: 'info', apiDescription: 'off' })
  expect(settings.gateways).toEqual(Object.fromEntries(connectorsOf('card').map((id) => [id, null])))
  expect(Object.values(settings.wallets).filter((wallet) => wallet !== null)).toEqual([])
  expect(settings.providers.on).toEqual(['Operator', 'SMS'])
})

test('a provider is enabled in production when it is set, at its own address', () => {
  const { DPO_URL: _dpo, ...dpo } = providerEnvironments('dpo')[0] ?? {}
  const { MPESA_URL: _mpesa, ...mpesa } = providerEnvironments('mpesa')[0] ?? {}
  const { gateways, wallets, providers } = readSettings(productionEnvironment({ ...dpo, ...mpesa }))
  expect(gateways).toMatchObject({ paystack: null, dpo: { url: 'https://secure.3gdirectpay.com', companyToken: 'own-dpo_company_token' } })
  expect(wallets).toMatchObject({ money: null, mpesa: { url: 'https://api.safaricom.co.ke' } })
  expect(providers.on).toEqual(['Operator', 'SMS', 'DPO Pay', 'M-Pesa'])
  expect([...providers.on, ...providers.off].toSorted()).toEqual(ALL_PROVIDERS.map(({ title }) => title).toSorted())
})

test('an empty text counts as unset: an empty value in a container file has its default', () => {
  const empty = Object.fromEntries(ALL_SETTINGS.map(({ name }) => [name, '']))
  expect(readSettings(empty)).toEqual(readSettings({}))
})

test('names of settings are not used twice', () => {
  expect(new Set(ALL_SETTINGS.map(({ name }) => name)).size).toBe(ALL_SETTINGS.length)
})

test.for([
  [{ PORT: 'abc' }, /^PORT must be a port number from 1 to 65535, not 'abc'$/],
  [{ PORT: '70000' }, /^PORT must be a port number/],
  [{ PORT: '0' }, /^PORT must be a port number/],
  [{ PORT: '3e3' }, /^PORT must be a port number/],
  [{ PORT: '65534' }, /^ADMIN_PORT must be a port number from 1 to 65535, not '65536'$/],
  [{ ADMIN_PORT: '3000' }, /^ADMIN_PORT must be another port than PORT/],
  [{ SANDBOX_PORT: '3002' }, /^SANDBOX_PORT must be another port/],
  [{ HOST: 'http://portal' }, /^HOST must be an address of this machine/],
  [productionEnvironment({ GUICHET_MODE: 'prod' }), /^GUICHET_MODE must be one of sandbox, production, not 'prod'$/],
  [{ GUICHET_MODE: 'Production' }, /^GUICHET_MODE must be one of/],
  [{ OPERATOR_URL: 'core://name:hush@core' }, /^OPERATOR_URL must be an http or https address$/],
  [{ PUBLIC_URL: 'portal' }, /^PUBLIC_URL must be an http or https address/],
  [{ PUBLIC_URL: 'javascript:alert(1)' }, /^PUBLIC_URL must be an http or https address/],
  [{ PUBLIC_URL: 'https://portail.example.ne/guichet' }, /^PUBLIC_URL must be an address without a path/],
  [{ CDN_URL: 'https://cdn.example.ne/?v=2' }, /^CDN_URL must be an address to build on/],
  [{ CDN_URL: 'https://cdn.example.ne/a;script-src *' }, /^CDN_URL must be an http or https address/],
  [{ CDN_URL: 'https://cdn.example.ne/a;b' }, /^CDN_URL must have no comma or semicolon in its path/],
  [{ DATABASE_URL: 'nonsense:hush' }, /^DATABASE_URL must look like postgresql:/],
  [{ TRUSTED_PROXIES: 'true' }, /^TRUSTED_PROXIES must list addresses/],
  [{ TRUSTED_PROXIES: '1' }, /^TRUSTED_PROXIES must list addresses/],
  [{ TRUSTED_PROXIES: '10.0.0.1, 0.0.0.0/0' }, /^TRUSTED_PROXIES must list .* not '0\.0\.0\.0\/0'$/],
  [{ TRUSTED_PROXIES: '::/0' }, /^TRUSTED_PROXIES must list/],
  [{ TRUSTED_PROXIES: '1.2.3.4/99' }, /^TRUSTED_PROXIES must list/],
  [{ TRUSTED_PROXIES: '1.2.3' }, /^TRUSTED_PROXIES must list/],
  [{ OUTBOUND_ROUTES: 'https://x.ne' }, /^OUTBOUND_ROUTES must be a JSON map/],
  [{ OUTBOUND_ROUTES: '[]' }, /^OUTBOUND_ROUTES must be a JSON map/],
  [{ OUTBOUND_ROUTES: '{"/payment/start":"https://x.ne"}' }, /^OUTBOUND_ROUTES may point \/contact-us, .* not '\/payment\/start'$/],
  [{ OUTBOUND_ROUTES: '{"/contact-us":"http://x.ne"}' }, /^OUTBOUND_ROUTES must point \/contact-us to an https address/],
  [{ OUTBOUND_ROUTES: '{"/contact-us":5}' }, /^OUTBOUND_ROUTES must point \/contact-us to an https address/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of/],
  [{ OPENAPI: 'yes' }, /^OPENAPI must be one of on, off/],
  [{ OPERATOR_PROFILE: 'strange' }, /^OPERATOR_PROFILE must be one of/],
  [{ OPERATOR_PROFILE: 'toString' }, /^OPERATOR_PROFILE must be one of/],
  [{ OPERATOR_URL: 'core' }, /^OPERATOR_URL must be an http or https address/],
  [{ OPERATOR_URL: 'https://name:hush@core.example.ne' }, /^OPERATOR_URL must not hold a name or password$/],
  [{ PAYSTACK_URL: 'https://api.paystack.co/?key=1' }, /^PAYSTACK_URL must be an address to build on/],
  [{ MONEY_URL: 'https://wallet.example.ne\n' }, /^MONEY_URL must not begin or end with a blank, a tab or a line end$/],
  [{ PAYSTACK_PUBLIC_KEY: 'sk_test_mixed-up' }, /^PAYSTACK_PUBLIC_KEY must begin with pk_live_ or pk_test_$/],
  [{ PAYSTACK_PUBLIC_KEY: 'pk_live_x' }, /^PAYSTACK_PUBLIC_KEY must be of the same mode as PAYSTACK_SECRET_KEY$/],
  [{ SMS_PASSWORD: '“pasted”' }, /^SMS_PASSWORD must not stand in quotation marks$/],
  [{ SMS_PASSWORD: 'pas“ted' }, /^SMS_PASSWORD holds a character that no key has$/],
  [{ SMS_PASSWORD: 'carried over\r' }, /^SMS_PASSWORD must not begin or end with a blank, a tab or a line end$/],
  [productionEnvironment({ GUICHET_SECRET: 'short' }), /^GUICHET_SECRET must be a secret of its own with at least 32 characters/],
  [productionEnvironment({ GUICHET_SECRET: 'sandbox-only-secret-never-for-production' }), /^GUICHET_SECRET must be a secret of its own/],
  [productionEnvironment({ SANDBOX_PORT: '3001' }), /^SANDBOX_PORT has no place in production/],
  [productionEnvironment({ GUICHET_OPERATOR: 'srv/operator' }), /^GUICHET_OPERATOR must be one of/],
  [{ OPERATOR_PROFILE: 'own' }, /^OPERATOR_PROFILE is own, and .*ne-tenere holds no systems.json/],
  [productionEnvironment({ OPERATOR_CLIENT_SECRET: '' }), /^OPERATOR_CLIENT_SECRET must be set: the operator profile tmf-v4 uses it$/],
  [
    productionEnvironment({ OPERATOR_CLIENT_ID: '', OPERATOR_CLIENT_SECRET: '' }),
    /^OPERATOR_CLIENT_ID and OPERATOR_CLIENT_SECRET must be set: the operator profile tmf-v4 uses it$/,
  ],
  [productionEnvironment({ OPERATOR_PROFILE: 'odd' }), /^OPERATOR_API_KEY must be set: the operator profile odd uses it$/],
] as const)('a wrong setting is one clear line: %o', ([env, message]) => {
  expect(() => readSettings(env)).toThrow(message)
  expect(() => readSettings(env)).toThrow(SettingProblem)
})

test.for([
  ['PAYSTACK_SECRETKEY', 'PAYSTACK_SECRET_KEY'],
  ['paystack_secret_key', 'PAYSTACK_SECRET_KEY'],
  ['PAYSTACK_SECERT_KEY', 'PAYSTACK_SECRET_KEY'],
  ['TINGG_CLIENT_SECRETS', 'TINGG_CLIENT_SECRET'],
  ['MPESA_SHORTCODE', 'MPESA_SHORT_CODE'],
  ['LOGLEVEL', 'LOG_LEVEL'],
] as const)('production refuses a name that is nearly a setting: %s', ([written, meant]) => {
  const problem = `${written} is no setting: is ${meant} meant?`
  const env = productionEnvironment({ [written]: 'x' })
  expect(() => readSettings(env)).toThrow(new SettingProblem(problem))
  expect(readSettings({ [written]: 'x' }).mode).toBe('sandbox')
})

test('production starts with the names that machines, containers and clusters set', () => {
  const names = [
    'HOME',
    'PATH',
    'HOSTNAME',
    'USER',
    'LOGNAME',
    'LANG',
    'LANGUAGE',
    'PWD',
    'SHLVL',
    'TERM',
    'NODE_ENV',
    'NODE_OPTIONS',
    'INVOCATION_ID',
  ]
  const cluster = ['GUICHET', 'OPERATOR', 'SMS', 'DPO', 'UBA', 'MONEY', 'MPESA', 'SANDBOX'].flatMap((service) =>
    ['PORT', 'SERVICE_HOST', 'SERVICE_PORT', 'SERVICE_PORT_HTTP', 'PORT_3000_TCP', 'PORT_3000_TCP_ADDR', 'PORT_3000_TCP_PROTO'].map(
      (part) => `${service}_${part}`,
    ),
  )
  const env = Object.fromEntries(
    [...names, ...cluster].filter((name) => name !== 'SANDBOX_PORT').map((name) => [name, 'tcp://10.0.0.1:3000']),
  )
  expect(readSettings(productionEnvironment(env)).mode).toBe('production')
})

test('a name that resembles one that is set belongs to another program', () => {
  expect(readSettings(productionEnvironment({ DATABASE_URI: 'x', OPERATOR_CLIENT_IDS: 'x' })).mode).toBe('production')
})

test('CARD-6 Paystack’s account is in naira unless the operator says otherwise, and in francs in the demonstration', () => {
  const keys = { PAYSTACK_SECRET_KEY: 'sk_live_own', PAYSTACK_PUBLIC_KEY: 'pk_live_own' }
  const currencyOf = (more: Record<string, string>) => readSettings(productionEnvironment({ ...keys, ...more })).gateways.paystack?.currency
  expect(currencyOf({})).toBe('NGN')
  for (const listed of ['GHS', 'KES', 'NGN', 'USD', 'ZAR']) expect(currencyOf({ PAYSTACK_CURRENCY: listed })).toBe(listed)
  expect(() => currencyOf({ PAYSTACK_CURRENCY: 'XOF' })).toThrow(/^PAYSTACK_CURRENCY is XOF, which Paystack's document does not list/)
  expect(currencyOf({ PAYSTACK_CURRENCY: 'XOF', PAYSTACK_CONFIRMED_CURRENCY: 'XOF' })).toBe('XOF')
  expect(() => currencyOf({ PAYSTACK_CURRENCY: 'EUR' })).toThrow(SettingProblem)
  expect(readSettings({}).gateways.paystack?.currency).toBe('XOF')
})

test('a setting that this release ignores is named, and does not prevent the start', () => {
  expect(readSettings({ DICTIONARY_SECONDS: '600' }).retired).toEqual(['DICTIONARY_SECONDS'])
  expect(readSettings(productionEnvironment({ COUNTRY_PROFILE: 'NE' })).retired).toEqual(['COUNTRY_PROFILE'])
  expect(readSettings({}).retired).toEqual([])
})

/** A production environment with every listed error, and the expected problem for each. */
const MANY_WRONG = {
  PORT: ['abc', /^PORT must be a port number from 1 to 65535, not 'abc'$/],
  ADMIN_PORT: ['0', /^ADMIN_PORT must be a port number/],
  GUICHET_SECRET: ['short-hush', /^GUICHET_SECRET must be a secret of its own with at least 32 characters/],
  DATABASE_URL: ['', /^DATABASE_URL must be set in production$/],
  LOG_LEVEL: ['loud', /^LOG_LEVEL must be one of silent/],
  SANDBOX_PORT: ['3001', /^SANDBOX_PORT has no place in production: remove it$/],
  OPERATOR_URL: ['https://127.0.0.1', /^OPERATOR_URL points to this machine/],
  SMS_PASSWORD: ['sandbox-sms', /^SMS_PASSWORD is the value of the sandbox/],
  PAYSTACK_PUBLIC_KEY: ['pk_test_hush', /^PAYSTACK_PUBLIC_KEY is a published test value/],
  PAYSTACK_SECRET_KEY: ['', /^PAYSTACK_SECRET_KEY must be set together with the other settings of Paystack$/],
  DPO_SERVICETYPE: ['77', /^DPO_SERVICETYPE is no setting: is DPO_SERVICE_TYPE meant\?$/],
  MAP_TILES_FILE: ['/nowhere/niger.pmtiles', /^MAP_TILES_FILE must be a \.pmtiles file that can be read/],
  LIMIT_CODES_PER_HOUR: ['many', /^LIMIT_CODES_PER_HOUR must be a whole number/],
} as const

test('OPS-3 every wrong setting is named in one run, each with the expected value, and no secret is shown', () => {
  const env = productionEnvironment(Object.fromEntries(Object.entries(MANY_WRONG).map(([name, [text]]) => [name, text])))
  const problems = problemsOf(env)
  for (const [name, [, words]] of Object.entries(MANY_WRONG)) {
    const said = problems.filter((problem) => problem.startsWith(`${name} `))
    expect(said, name).toEqual([expect.stringMatching(words)])
  }
  const others = problems.filter((problem) => !Object.hasOwn(MANY_WRONG, problem.split(' ')[0] ?? ''))
  expect(others).toEqual(['MAP_TILES_ATTRIBUTION must be set together with the other settings of Map tiles'])
  expect(problems.join()).not.toContain('hush')
})

test('OPS-3 a default derived from a wrong setting is not named beside it, nor is a contradiction with it', () => {
  expect(problemsOf({ PORT: 'abc' })).toHaveLength(1)
  expect(problemsOf({ SANDBOX_PORT: 'abc', OPERATOR_URL: 'http://localhost:9000' })).toHaveLength(1)
  expect(problemsOf({ PORT: '0', ADMIN_PORT: '0' }).map((problem) => problem.split(' ')[0])).toEqual(['PORT', 'ADMIN_PORT'])
})

test('OPS-3 a misspelt mode is checked as production: what else is missing there is reported in the same run', () => {
  expect(problemsOf({ GUICHET_MODE: 'prod' })).toEqual(
    expect.arrayContaining([expect.stringMatching(/^GUICHET_MODE /), 'DATABASE_URL must be set in production']),
  )
})

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readSettings(env)
    return []
  } catch (error) {
    return error instanceof SettingProblem ? error.problems : [String(error)]
  }
}

test("a wallet's own words of its state are pairs with the standard's, in lower case", () => {
  const { wallets } = readSettings({ MONEY_STATUS_WORDS: 'Successful=completed, IN PROGRESS = pending' })
  expect(wallets.money?.statusWords).toEqual({ successful: 'completed', 'in progress': 'pending' })
  expect(readSettings({}).wallets.money?.statusWords).toBeNull()
  for (const words of ['Successful', 'Successful=paid', '=completed', 'a=completed,', 'a=completed=b'])
    expect(() => readSettings({ MONEY_STATUS_WORDS: words })).toThrow('MONEY_STATUS_WORDS')
})
