import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { runInContext, createRequestContext } from '#outbound/request-context.ts'
import { aClosedAddress, aContext, aScriptedProvider, type ScriptedAnswer } from './testing/connector-testing.ts'
import { ProviderUnavailable, type ConnectorContext } from './payment-connector.ts'
import { callProvider, readJson } from './provider-http.ts'

const SECRET = 'sk_test_very_secret'

async function callOnce(answer: ScriptedAnswer, timeoutMs = 300) {
  const { url } = await aScriptedProvider(() => answer)
  return callProvider(aContext({ timeoutMs }), {
    provider: 'bank',
    route: 'pay',
    method: 'POST',
    url,
    headers: { authorization: SECRET },
    body: '4084084084084081',
  })
}

test.for<[string, ScriptedAnswer]>([
  ['hangs', 'says nothing'],
  ['resets the connection', 'hangs up'],
  ['breaks off in the body', 'stops half way'],
  ['never ends its answer', 'never stops'],
  ['answers 500', { status: 500, body: 'oops' }],
  ['answers 503', { status: 503, body: '{"status":false}' }],
  ['redirects', { status: 307, body: 'moved', headers: { location: 'https://evil.test' } }],
  ['answers 429', { status: 429, body: 'slow down' }],
  ['answers nothing at all', { body: '' }],
  ['answers only spaces', { body: ' \n ' }],
])('a provider that %s may have got the request (F25, F26, F33)', async ([, answer]) => {
  const failure = await callOnce(answer).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ProviderUnavailable)
  expect(failure).toMatchObject({ mayHaveArrived: true })
})

test('a connection that was refused proves that nothing arrived', async () => {
  const failure = await callProvider(aContext(), { provider: 'bank', route: 'pay', method: 'GET', url: await aClosedAddress() }).catch(
    (error: unknown) => error,
  )
  expect(failure).toMatchObject({ name: 'ProviderUnavailable', mayHaveArrived: false, message: 'bank did not answer (ECONNREFUSED)' })
})

test.for<[string, object, boolean]>([
  ['a name that does not resolve', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }, false],
  ['a connect timeout', { code: 'UND_ERR_CONNECT_TIMEOUT' }, false],
  ['an unreachable host while connecting', { code: 'EHOSTUNREACH', syscall: 'connect' }, false],
  ['an unreachable host while reading', { code: 'EHOSTUNREACH', syscall: 'read' }, true],
  ['a reset', { code: 'ECONNRESET', syscall: 'read' }, true],
  ['a certificate we do not trust', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, true],
  [
    'every address refused',
    new AggregateError([
      { code: 'ECONNREFUSED', syscall: 'connect' },
      { code: 'ETIMEDOUT', syscall: 'connect' },
    ]),
    false,
  ],
  [
    'one address that hung up',
    new AggregateError([
      { code: 'ECONNREFUSED', syscall: 'connect' },
      { code: 'ECONNRESET', syscall: 'read' },
    ]),
    true,
  ],
])('%s is distinguished from a lost response', async ([, cause, mayHaveArrived]) => {
  const context: Pick<ConnectorContext, 'fetch'> = { fetch: () => Promise.reject(new TypeError('fetch failed', { cause })) }
  await expect(callProvider(context, { provider: 'bank', route: 'pay', method: 'GET', url: 'http://bank.test/' })).rejects.toMatchObject({
    mayHaveArrived,
  })
})

test('no failure repeats the address, the key or the body', async () => {
  const context: Pick<ConnectorContext, 'fetch'> = {
    fetch: (input) => Promise.reject(new TypeError(`cannot fetch ${input as string} with ${SECRET}`)),
  }
  const call = { provider: 'bank', route: 'pay', method: 'POST', url: 'http://bank.test/?key=topsecret', body: '4084084084084081' } as const
  const failure = await callProvider(context, call).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ProviderUnavailable)
  expect(JSON.stringify([String(failure), Object(failure)])).not.toMatch(/topsecret|sk_test|4084/)
  expect((failure as Error).cause).toBeUndefined()
})

test('a refusal with a body is an answer', async () => {
  expect(await callOnce({ status: 401, body: '{"status":false,"message":"Invalid key"}' })).toEqual({
    provider: 'bank',
    status: 401,
    text: '{"status":false,"message":"Invalid key"}',
  })
})

test('a response that is not UTF-8 is no answer', async () => {
  const context: Pick<ConnectorContext, 'fetch'> = { fetch: () => Promise.resolve(new Response(new Uint8Array([0x7b, 0xff, 0xfe]))) }
  await expect(callProvider(context, { provider: 'bank', route: 'pay', method: 'GET', url: 'http://bank.test/' })).rejects.toMatchObject({
    mayHaveArrived: true,
  })
})

test('JSON of another shape is not read', () => {
  const shape = Type.Object({ status: Type.Literal(true) })
  expect(readJson('{"status":true,"more":1}', shape)).toEqual({ status: true, more: 1 })
  for (const text of ['{"status":"true"}', '{}', '[]', 'null', '{"status":true', '']) expect(readJson(text, shape)).toBeNull()
})

test('our request id is sent, except where the provider would take it for an id of its own', async () => {
  const { url, requests } = await aScriptedProvider(() => ({ body: '{}' }))
  const context = { ...aContext(), correlationId: 'request-7' }
  await callProvider(context, { provider: 'bank', route: 'pay', method: 'GET', url })
  await callProvider(context, { provider: 'wallet', route: 'pay', method: 'GET', url, correlationHeader: null })
  await callProvider(aContext(), { provider: 'bank', route: 'pay', method: 'GET', url })
  await runInContext(createRequestContext('request-8'), () =>
    callProvider(aContext(), { provider: 'bank', route: 'pay', method: 'GET', url }),
  )
  expect(requests.map(({ headers }) => headers['x-correlation-id'])).toEqual(['request-7', undefined, undefined, 'request-8'])
})

test('a call writes one line in the log of its operation', async () => {
  const { url } = await aScriptedProvider(() => ({ body: '{}' }))
  const lines: unknown[] = []
  await callProvider(
    { ...aContext(), log: { debug: (fields) => void lines.push(fields) } },
    { provider: 'bank', route: 'pay', method: 'GET', url },
  )
  expect(lines).toEqual([
    { system: 'bank', route: 'pay', method: 'GET', status: 200, ms: expect.any(Number) as number, outcome: 'answered' },
  ])
})

test('a PUT may act: it is sent once with its body, and what follows it may have arrived (F33)', async () => {
  const { url, requests } = await aScriptedProvider(() => ({ status: 429, body: '{}', headers: { 'retry-after': '1' } }))
  const call = { provider: 'bank', route: 'confirm', method: 'PUT', url, body: '{"decision":true}' } as const
  await expect(callProvider(aContext(), call)).rejects.toMatchObject({ mayHaveArrived: true })
  expect(requests).toMatchObject([{ method: 'PUT', body: '{"decision":true}' }])
})
