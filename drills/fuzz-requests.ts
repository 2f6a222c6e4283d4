import { API_PREFIX } from '#calls/addresses.ts'
import { PAGES } from '../tests/support/pages-under-test.ts'
import { seededChance } from '../scripts/seeded-chance.ts'
import { fittingValue, nastyValue, pick, spoilt } from './fuzz-values.ts'

type Chance = () => number
type Schema = Record<string, unknown>

export type FuzzRequest = { method: string; path: string; headers: Record<string, string>; body: string | undefined }

export type KnownCall = { method: string; path: string; body: Schema | null; query: { name: string; schema: Schema }[] }

type OpenApi = {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> }; parameters?: Parameter[] }>>
}
type Parameter = { name: string; in: string; schema: Schema }

export function callsIn(document: OpenApi): KnownCall[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody, parameters = [] }]) => ({
      method: method.toUpperCase(),
      path,
      body: requestBody?.content['application/json']?.schema ?? null,
      query: parameters.filter((parameter) => parameter.in === 'query'),
    })),
  )
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const
const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'a/b',
] as const
/** Addresses outside the contract: gateway calls, page requests, probes. */
const OTHER_PATHS = [
  `${API_PREFIX}/transaction/v1/callback/paystack?reference=x`,
  `${API_PREFIX}/transaction/v1/callback/dpo/AAAAAAAAAAAA/x`,
  `${API_PREFIX}/transaction/v1/notice/paystack`,
  `${API_PREFIX}/transaction/v1/notice/mpesa/AAAAAAAAAAAA/x`,
  '/openapi.json',
  '/readyz',
  '/assets/../../package.json',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/__manifest?p=%2F',
  '/_root.data',
  '/payment/status.data?id=AAAAAAAAAAAAAAAAAAAAAA',
  '/payment/start/card?purchase=AAAAAAAAAAAAAAAAAAAAAA',
  '//evil.test/',
  '/language',
  `${API_PREFIX}/no/such/call`,
] as const

/** Request number `seed`: the same seed makes the same request, so that a failure is reproducible alone. */
export function fuzzRequest(seed: number, calls: readonly KnownCall[], origin: string): FuzzRequest {
  const { chance } = seededChance(seed)
  // The generator's first numbers of neighbouring seeds are alike.
  for (let skip = 0; skip < 5; skip += 1) chance()
  return chance() < 0.7 ? aCall(pick(chance, calls), chance, origin) : aPage(chance, origin)
}

function aCall(call: KnownCall, chance: Chance, origin: string): FuzzRequest {
  const method = chance() < 0.93 ? call.method : pick(chance, METHODS)
  const fields = call.query.filter(() => chance() < 0.9).map(({ name, schema }) => [name, fittingValue(schema, chance)] as const)
  const query = [
    ...fields.map(([name, value]) => pair(name, chance() < 0.4 ? nastyValue(chance) : value)),
    ...(chance() < 0.1 ? [junkPair(chance)] : []),
  ]
  const path = `${call.path}${query.length > 0 ? `?${query.join('&')}` : ''}`
  const hasBody = method !== 'GET' && method !== 'HEAD' && (call.body !== null || chance() < 0.2)
  return { method, path, headers: headersFor(chance, origin, hasBody), body: hasBody ? bodyFor(call.body ?? {}, chance) : undefined }
}

function aPage(chance: Chance, origin: string): FuzzRequest {
  const paths = [...PAGES.map(({ path }) => path), ...OTHER_PATHS]
  const known = pick(chance, paths)
  const path = chance() < 0.5 ? known : `${known}${known.includes('?') ? '&' : '?'}${junkPair(chance)}&${junkPair(chance)}`
  const method = chance() < 0.75 ? 'GET' : pick(chance, METHODS)
  const isForm = method === 'POST' && chance() < 0.7
  const body = isForm ? `msisdn=${encoded(nastyValue(chance))}&amount=${encoded(nastyValue(chance))}&intent=x` : undefined
  const headers = headersFor(chance, origin, method === 'POST')
  return { method, path, headers: isForm ? { ...headers, 'content-type': 'application/x-www-form-urlencoded' } : headers, body }
}

function bodyFor(schema: Schema, chance: Chance): string {
  const good = fittingValue(schema, chance)
  const way = chance()
  if (way < 0.15) return JSON.stringify(good)
  if (way < 0.8) return JSON.stringify(spoilt(good, chance)) ?? ''
  const text = JSON.stringify(good) ?? ''
  return pick(chance, [
    text.slice(0, Math.floor(chance() * text.length)),
    `${text}${text}`,
    text.replace('{', '{"amount":1,"amount":2,'),
    `{"__proto__":${text}}`,
    '['.repeat(20_000),
    `\ufeff${text}`,
    '"text"',
    '\u0000',
    '',
  ])
}

function headersFor(chance: Chance, origin: string, hasBody: boolean): Record<string, string> {
  const headers: Record<string, string> = {
    origin: chance() < 0.95 ? origin : 'https://evil.test',
    'x-forwarded-for': `10.9.${Math.floor(chance() * 250)}.${Math.floor(chance() * 250)}`,
    accept: pick(chance, ['text/html', 'application/json', '*/*', '']),
  }
  if (hasBody) headers['content-type'] = chance() < 0.9 ? 'application/json' : pick(chance, CONTENT_TYPES)
  if (chance() < 0.3) headers['lang'] = pick(chance, ['fr', 'en', 'xx', '__proto__', 'f'.repeat(300)])
  if (chance() < 0.3)
    headers['cookie'] = pick(chance, [`sid=${'A'.repeat(43)}`, 'sid=%00', 'sid=a; sid=b', 'lang=../..', `x=${'y'.repeat(3_000)}`, '=;;=;'])
  if (chance() < 0.2)
    headers['authorization'] = pick(chance, ['Bearer AAAAAAAAAAAAAAAAAAAAAA', 'Basic eDp4', 'Bearer ', `Bearer ${'A'.repeat(4_000)}`])
  if (chance() < 0.05) headers['if-none-match'] = '"x", W/"y"'
  if (chance() < 0.05) headers['accept-encoding'] = pick(chance, ['br', 'gzip;q=0', 'identity', '*;q=0', 'x'.repeat(2_000)])
  return headers
}

function pair(name: string, value: unknown): string {
  return `${encodeURIComponent(name)}=${encoded(value)}`
}

function junkPair(chance: Chance): string {
  const name = pick(chance, ['msisdn', 'q', 'id', 'tid', 'purchase', '__proto__[a]', 'constructor', 'a[b][c]', 'redirect', 'lang'])
  return chance() < 0.2 ? `${name}=%` : `${name}=${encoded(nastyValue(chance))}`
}

function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(text.slice(0, 2_000).toWellFormed())
}
