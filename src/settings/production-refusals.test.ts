import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { BrandRecord } from '#shared/operator-record.ts'
import { productionEnvironment, providerEnvironments, type ProviderName } from '#tests/support/production-environment.ts'
import { ALL_PROVIDERS, PRIVATE_CANDIDATES, PROVIDERS } from './providers.ts'
import { readOperator } from './read-operator.ts'
import type { Published, Setting } from './setting.ts'
import { ALL_SETTINGS, readSettings, SETTING_GROUPS } from './settings.ts'

// Everything here is generated from the records: a new provider or setting is tested completely.

const NAMES = Object.keys(PROVIDERS) as ProviderName[]
const folder = mkdtempSync(join(tmpdir(), 'guichet-settings-'))
writeFileSync(join(folder, 'niger.pmtiles'), 'tiles')

/** The environment of one provider in production, with every setting that appears in it. */
const worlds = NAMES.flatMap((name) =>
  providerEnvironments(name).map((own) => {
    if (own.MAP_TILES_FILE) own.MAP_TILES_FILE = join(folder, 'niger.pmtiles')
    return {
      name,
      own,
      env: productionEnvironment(own),
      settings: Object.values<Setting<unknown>>(PROVIDERS[name].settings).filter((one) => own[one.name]),
    }
  }),
)

const THIS_MACHINE = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'localhost.localdomain',
  'ip6-localhost',
  '127.0.0.1',
  '127.8.9.1',
  '[::1]',
]
const WRITTEN_OTHERWISE = ['127.1', '2130706433', '0x7f.1', '0x7f000001', '017700000001', '127.0.0.1.', '①②⑦.0.0.1', '%6c%6fcalhost']
const NOWHERE = [
  '0.0.0.0',
  '0',
  '[::]',
  '255.255.255.255',
  '224.0.0.1',
  '192.0.2.1',
  '[ff02::1]',
  '[2001:db8::1]',
  'www.example',
  'a.test',
  'b.invalid',
]
const LINK_LOCAL = ['169.254.169.254', '0xa9fea9fe', '[fe80::1]', '[febf::1]']
const WRAPPED = ['[::ffff:127.0.0.1]', '[::ffff:8.8.8.8]', '[::ffff:10.0.0.1]', '[::127.0.0.1]', '[64:ff9b::127.0.0.1]', '[2002:7f00:1::]']
const PRIVATE = [
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.1',
  '192.168.1.1',
  '100.64.0.1',
  '[fd00::1]',
  'core',
  'core.internal',
  'core.local',
  'core.lan',
]
const NEVER = [...THIS_MACHINE, ...WRITTEN_OTHERWISE, ...NOWHERE, ...LINK_LOCAL, ...WRAPPED]

function atHost(example: string, host: string, scheme = 'https'): string {
  return example.replace(/https:\/\/[^/"]+/, `${scheme}://${host}`)
}

/** All values that production must refuse for this setting. */
function refusedTexts({ kind, example, published, unset, isSandboxValueFine }: Setting<unknown>): string[] {
  const isAddress = kind === 'address' || kind === 'routes'
  const addresses = isAddress
    ? [
        ...[...NEVER, ...PRIVATE].map((host) => atHost(example, host)),
        ...NEVER.map((host) => atHost(example, host, 'http')),
        atHost(example, 'provider.example.ne', 'http'),
        atHost(example, '8.8.8.8', 'http'),
        atHost(example, 'provider.example.ne', 'ftp'),
        'provider.example.ne',
      ]
    : []
  const ofSandbox =
    kind === 'text' && !isSandboxValueFine && typeof unset.sandbox === 'string'
      ? [unset.sandbox, unset.sandbox.toUpperCase(), `${unset.sandbox.charAt(0).toUpperCase()}${unset.sandbox.slice(1)}`]
      : []
  return [...addresses, ...ofSandbox, ...published.flatMap((one) => shapesOf(one, example))]
}

function shapesOf({ value, where }: Published, example: string): string[] {
  if (where === 'host') return [atHost(example, value), atHost(example, `a.${value}`), atHost(example, `${value.toUpperCase()}.`)]
  if (where === 'beginning') return [value, `${value}r3m3mb3r`]
  if (where === 'inside' && example.startsWith('https:')) return [`${example}?key=${value}`]
  return [value, value.toLowerCase(), value.toUpperCase()]
}

function problemWith(env: Record<string, string | undefined>, brand?: BrandRecord): string | null {
  try {
    readSettings(env, brand)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Values that were accepted, or refused without the name or over several lines. */
function notNamed(env: Record<string, string>, name: string, texts: string[]): string[] {
  return texts.filter((text) => !new RegExp(`^${name} .+$`).test(problemWith({ ...env, [name]: text }) ?? ''))
}

test('abuse 85 every provider has a production environment that is accepted, and every setting appears in one', () => {
  for (const { env, name } of worlds) expect(readSettings(env).providers.on, name).toContain(PROVIDERS[name].title)
  const tried = new Set(worlds.flatMap(({ settings }) => settings.map(({ name }) => name)))
  expect([...tried].toSorted()).toEqual(ALL_PROVIDERS.flatMap(({ settings }) => Object.values(settings).map(({ name }) => name)).toSorted())
})

test.for(worlds.flatMap(({ env, settings }) => settings.map((setting) => ({ env, setting, name: setting.name }))))(
  'abuse 85 production refuses sandbox values, published test values and addresses of no provider: $name',
  ({ env, setting }) => {
    expect(notNamed(env, setting.name, refusedTexts(setting))).toEqual([])
  },
)

test.for([
  ['paystack', { PAYSTACK_SECRET_KEY: 'sk_test_r3m3mb3r2pu70nasm1l3', PAYSTACK_PUBLIC_KEY: 'pk_test_x' }],
  [
    'dpo',
    {
      DPO_COMPANY_TOKEN: '9f416c11-127b-4de2-ac7f-d5710e4c5e0a',
      DPO_SERVICE_TYPE: '3854',
      DPO_URL: 'https://secure1.sandbox.directpay.online',
    },
  ],
  [
    'cellulant',
    { TINGG_URL: 'https://api-approval.tingg.africa', TINGG_SERVICE_CODE: 'TINGGTEST', TINGG_CLIENT_SECRET: 'tingg-sandbox-secret' },
  ],
  [
    'mpesa',
    {
      MPESA_SHORT_CODE: '174379',
      MPESA_URL: 'https://sandbox.safaricom.co.ke',
      MPESA_PASSKEY: 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919',
    },
  ],
  ['pispi', { PISPI_ALIAS: '9b1b2499-3e50-435b-b757-ac7a83d8aa8c', PISPI_URL: 'https://sandbox.api.pi-bceao.com/piz/v1' }],
  ['sms', { SMS_PASSWORD: 'foobar' }],
  ['money', { MONEY_URL: 'https://sandbox.mobilemoneyapi.io/2/oauth/simulator/v1.2/mm', MONEY_API_KEY: 'money-sandbox-key' }],
  ['smartcash', { SMARTCASH_API_KEY: 'smartcash-sandbox-key' }],
  [
    'cinetpay',
    { CINETPAY_API_KEY: '12912847765bc0db748fdd44.40081707', CINETPAY_SITE_ID: '445160', CINETPAY_SECRET_KEY: 'cinetpay-sandbox-secret' },
  ],
  ['uba', { UBA_SERVICE_KEY: 'uba-sandbox-key', UBA_MERCHANT_ID: 'GUICHETNE' }],
  ['operator', { OPERATOR_CLIENT_SECRET: 'sandbox-operator', OPERATOR_API_KEY: 'sandbox-odd-key' }],
] as const)('abuse 85 production refuses well-known test credentials: %s', ([provider, values]) => {
  const { env = {} } = worlds.find(({ name }) => name === provider) ?? {}
  for (const [name, value] of Object.entries(values)) expect(notNamed(env, name, [value])).toEqual([])
})

test('abuse 85 every address is tested in all its forms, and every setting with a secret has a refused value', () => {
  const counts = ALL_SETTINGS.map((setting) => ({ ...setting, count: refusedTexts(setting).length }))
  for (const { name, kind, count } of counts.filter((one) => one.kind === 'address' || one.kind === 'routes'))
    expect(count, `${name} ${kind}`).toBeGreaterThan(80)
  // The client key of pages is no secret: every page contains it (KEYS-1).
  const secrets = counts.filter(
    ({ name }) => /SECRET|PASSWORD|PASSKEY|TOKEN|_KEY$/.test(name) && !/GUICHET|GEOCODER|^(TEST|PRODUCTION)_API_KEY/.test(name),
  )
  expect(secrets.length).toBeGreaterThan(10)
  for (const { name, count } of secrets) expect(count, name).toBeGreaterThan(0)
})

test.for(Object.values(SETTING_GROUPS).flatMap((group) => Object.values<Setting<unknown>>(group)))(
  "abuse 85 production refuses the same of the portal's own settings: $name",
  (setting) => {
    const env = productionEnvironment()
    expect(problemWith({ ...env, [setting.name]: setting.inProduction === 'refused' ? '' : setting.example })).toBeNull()
    if (setting.inProduction === 'refused') expect(notNamed(env, setting.name, [setting.example])).toEqual([])
    else expect(notNamed(env, setting.name, refusedTexts(setting))).toEqual([])
    // GUICHET_MODE cannot be refused as missing: without it there is no production.
    if (setting.inProduction === 'needed' && setting.name !== 'GUICHET_MODE') expect(notNamed(env, setting.name, [''])).toEqual([])
  },
)

/** Characters that a shell, a container file or an e-mail leaves around a value. */
const WRAPPINGS: readonly ((value: string) => string)[] = [
  ...[' ', '\t', '\n', '\r\n', '\r', '\u00a0'].flatMap((blank) => [
    (value: string) => `${blank}${value}`,
    (value: string) => `${value}${blank}`,
  ]),
  ...['""', "''", '``', '“”', '‘’', '«»'].map((marks) => (value: string) => `${marks.charAt(0)}${value}${marks.charAt(1)}`),
]

test.for(ALL_SETTINGS)(
  'abuse 85 a value with blanks or quotation marks around it is refused by the name of its setting: $name',
  (setting) => {
    const { name, example, inProduction } = setting
    const { env = productionEnvironment() } = worlds.find(({ own }) => own[name]) ?? {}
    const values = WRAPPINGS.map((wrap) => wrap(env[name] || example))
    expect(notNamed(inProduction === 'refused' ? {} : env, name, values)).toEqual([])
  },
)

test('abuse 85 a database on this machine is no sandbox', () => {
  expect(readSettings(productionEnvironment({ DATABASE_URL: 'postgresql://guichet@127.0.0.1/guichet' }))).toMatchObject({
    mode: 'production',
  })
  expect(readSettings(productionEnvironment({ DATABASE_URL: 'postgresql:///guichet?host=/var/run/postgresql' }))).toMatchObject({
    mode: 'production',
  })
})

test.for(PRIVATE_CANDIDATES)('the operator may declare that %s is in its own network, and no other check is weakened by it', (name) => {
  const { env = {}, settings = [] } = worlds.find(({ own }) => own[name]) ?? {}
  const example = settings.find((setting) => setting.name === name)?.example ?? ''
  const said = { ...env, PRIVATE_ADDRESSES: `${name} ,` }
  for (const host of [...PRIVATE, 'kannel.example.ne']) {
    for (const scheme of ['http', 'https']) expect(problemWith({ ...said, [name]: atHost(example, host, scheme) }), host).toBeNull()
    expect(problemWith({ ...env, [name]: atHost(example, host, 'http') }), host).toContain('PRIVATE_ADDRESSES')
  }
  const still = NEVER.flatMap((host) => [atHost(example, host), atHost(example, host, 'http')])
  expect(notNamed(said, name, [...still, atHost(example, '8.8.8.8', 'http'), atHost(example, '[2a00:1450::1]', 'http')])).toEqual([])
})

test('PRIVATE_ADDRESSES names only settings that may be there', () => {
  const addresses = ALL_SETTINGS.filter(({ kind }) => kind === 'address').map(({ name }) => name)
  const others = addresses.filter((name) => !PRIVATE_CANDIDATES.includes(name))
  expect(others).toEqual(expect.arrayContaining(['PUBLIC_URL', 'PAYSTACK_URL', 'MAP_TILES_URL']))
  expect(notNamed(productionEnvironment(), 'PRIVATE_ADDRESSES', [...others, 'true', '*', '10.0.0.0/8'])).toEqual([])
})

test.for(worlds)('an incomplete $name is a mistake that names the missing settings', ({ name, own, env, settings }) => {
  const { isNeeded } = PROVIDERS[name]
  const needed = settings.filter(({ isOptional, unset }) => !isOptional && unset.production === null)
  for (const setting of needed) expect(notNamed({ ...env, [setting.name]: '' }, setting.name, [''])).toEqual([])
  if (isNeeded) return
  const ofProvider = Object.values<Setting<unknown>>(PROVIDERS[name].settings).map((setting) => setting.name)
  for (const alone of Object.keys(own).filter((one) => ofProvider.includes(one))) {
    const problem = problemWith(productionEnvironment({ [alone]: own[alone] ?? '' })) ?? 'nothing'
    if (needed.some((setting) => setting.name !== alone)) expect(ofProvider, `${alone}: ${problem}`).toContain(problem.split(' ')[0])
  }
})

test.for(ALL_SETTINGS.filter(({ kind, name }) => (kind === 'text' || kind === 'database') && name !== 'HOST'))(
  'a refusal never shows a secret: $name',
  (setting) => {
    const { env = productionEnvironment() } = worlds.find(({ own }) => own[setting.name]) ?? {}
    const problems = ['“hush-hush”', ' hush-hush', 'hush-hush\r', 'hush\u0000hush'].map((hush) =>
      problemWith({ ...env, [setting.name]: hush }),
    )
    expect(problems.filter((problem) => problem !== null).length).toBeGreaterThan(0)
    expect(problems.join('\n')).not.toContain('hush')
  },
)

test('OPR-6 production refuses a fictional operator unless GUICHET_DEMONSTRATION says so', () => {
  const { brand } = readOperator('ne-tenere')
  const problemsWith = (demonstration: string, isDemonstration: boolean) =>
    problemWith({ ...productionEnvironment(), GUICHET_DEMONSTRATION: demonstration }, { ...brand, isDemonstration })
  for (const unsaid of ['', 'no'])
    expect(problemsWith(unsaid, true)).toBe('GUICHET_DEMONSTRATION must be yes: Ténéré Mobile is a fictional operator')
  expect(problemsWith('yes', true)).toBeNull()
  for (const said of ['', 'no', 'yes']) expect(problemsWith(said, false)).toBeNull()
  expect(readSettings({}, brand).mode).toBe('sandbox')
})
