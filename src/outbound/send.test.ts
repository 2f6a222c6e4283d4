import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test, vi } from 'vitest'
import { UpstreamError } from './upstream-error.ts'
import { type OutboundCall, send } from './send.ts'
import { aClosedPort, startFaultyServer, aSelfSignedServer, aSocket, type Deed } from '#tests/support/odd-server.ts'

const SECRETS = { authorization: 'Bearer sk_very_secret' }
const A_CALL = {
  system: 'bank',
  route: 'pay',
  method: 'POST',
  headers: SECRETS,
  body: '4084084084084081',
  until: 5_000,
  largestAnswerBytes: 100_000,
} as const satisfies Partial<OutboundCall>

const answer = (status: string, body: string | Buffer = 'ok', headers = ''): Deed => {
  const head = `HTTP/1.1 ${status}\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n`
  return (socket) => void socket.write(Buffer.concat([Buffer.from(head), Buffer.from(body)]))
}

async function troubleWith(url: string, changes: Partial<OutboundCall> = {}): Promise<UpstreamError> {
  const error = await send({ ...A_CALL, url: `${url}?key=topsecret`, ...changes }).then(
    () => new Error('it was answered'),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(UpstreamError)
  expect(`${String(error)} ${JSON.stringify(error)} ${String((error as Error).stack)}`).not.toMatch(/topsecret|very_secret|4084084/)
  expect((error as Error).cause).toBeUndefined()
  return error as UpstreamError
}

/** The probe is trusted once it has seen a request answered. */
beforeEach(async () => {
  const { url } = await startFaultyServer(answer('200 OK'))
  await send({ ...A_CALL, url })
})

test('F33 a name that cannot be resolved: nothing was sent', async () => {
  expect(await troubleWith(`http://${'a'.repeat(64)}.invalid/`)).toMatchObject({
    why: 'no-address',
    mayHaveArrived: false,
    detail: 'ENOTFOUND',
  })
})

test('F33 a connection that is refused, at one address or at all of them: nothing was sent', async () => {
  const port = await aClosedPort()
  for (const host of ['127.0.0.1', 'localhost'])
    expect(await troubleWith(`http://${host}:${port}/`)).toMatchObject({
      why: 'no-connection',
      mayHaveArrived: false,
      detail: 'ECONNREFUSED',
    })
})

test('F33 an untrusted certificate is refused before a byte is sent', async () => {
  const { url, heard } = await aSelfSignedServer()
  expect(await troubleWith(url)).toMatchObject({ why: 'tls-refused', mayHaveArrived: false, detail: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  expect(heard()).toBe(0)
})

test('F33 a system that answers a TLS greeting in plain text received nothing', async () => {
  const { port } = await aSocket((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  expect(await troubleWith(`https://127.0.0.1:${port}/`)).toMatchObject({ why: 'tls-refused', mayHaveArrived: false })
})

test('F33 a connection that breaks or hangs during the TLS handshake: nothing was sent', async () => {
  const broken = await aSocket((socket) => void socket.once('data', () => socket.resetAndDestroy()))
  expect(await troubleWith(`https://127.0.0.1:${broken.port}/`)).toMatchObject({ mayHaveArrived: false })
  const silent = await aSocket(() => {})
  expect(await troubleWith(`https://127.0.0.1:${silent.port}/`, { until: 200 })).toMatchObject({ why: 'timeout', mayHaveArrived: false })
})

test('requests that Node itself refuses are not sent: a blocked port, an invalid header or an invalid address', async () => {
  expect(await troubleWith('http://127.0.0.1:6000/')).toMatchObject({ mayHaveArrived: false })
  expect(await troubleWith('http://127.0.0.1:9/', { headers: { authorization: 'Bearer sk_very_secret\nx: y' } })).toMatchObject({
    mayHaveArrived: false,
  })
  expect(await troubleWith('topsecret')).toMatchObject({ mayHaveArrived: false })
})

test.for<[string, Deed, string]>([
  ['resets the connection when it has read the request', (socket) => void socket.resetAndDestroy(), 'connection-lost'],
  ['hangs up when it has read the request', (socket) => void socket.end(), 'connection-lost'],
  ['stops in the middle of the headers', (socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-le'), 'connection-lost'],
  [
    'stops in the middle of the body',
    (socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"sta'),
    'connection-lost',
  ],
  [
    'resets the connection in the middle of the body',
    (socket) =>
      void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"sta', () => setTimeout(() => socket.resetAndDestroy(), 20)),
    'connection-lost',
  ],
  [
    'sends a chunk that is none',
    (socket) => void socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nno\r\n'),
    'connection-lost',
  ],
  ['does not speak HTTP', (socket) => void socket.end('SSH-2.0-OpenSSH_9.2\r\n'), 'connection-lost'],
  ['sends headers without end', (socket) => void socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`), 'connection-lost'],
  ['sends a packed body that cannot be unpacked', answer('200 OK', 'not gzip', 'content-encoding: gzip\r\n'), 'connection-lost'],
  ['sends more than we read', answer('200 OK', 'x'.repeat(100_001)), 'too-large'],
  ['sends little that unpacks to much', answer('200 OK', gzipSync('x'.repeat(5_000_000)), 'content-encoding: gzip\r\n'), 'too-large'],
  ['sends a body without end', endless, 'too-large'],
  ['sends bytes that are no text', answer('200 OK', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])), 'unreadable'],
  ['ends in the middle of a letter', answer('200 OK', Buffer.from([0x7b, 0xc3])), 'unreadable'],
])('F26 F33 a system that %s may have got the request', async ([, deed, why]) => {
  const server = await startFaultyServer(deed)
  expect(await troubleWith(server.url)).toMatchObject({ why, mayHaveArrived: true })
  expect(server.requests).toHaveLength(1)
})

test.for<[string, Deed, number | null]>([
  ['never answers', () => {}, null],
  ['never finishes its headers', (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-'), null],
  ['never finishes its body', (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{'), 200],
])('F25 a system that %s is waited for until the timeout, and may have got the request', async ([, deed, status]) => {
  const server = await startFaultyServer(deed)
  expect(await troubleWith(server.url, { until: 250 })).toMatchObject({ why: 'timeout', mayHaveArrived: true, status })
  expect(server.requests).toHaveLength(1)
})

test('F25 a signal of the caller can end the wait', async () => {
  const server = await startFaultyServer(() => {})
  const leaving = new AbortController()
  const asked = troubleWith(server.url, { until: leaving.signal })
  await vi.waitFor(() => expect(server.requests).toHaveLength(1))
  leaving.abort()
  expect(await asked).toMatchObject({ why: 'timeout', mayHaveArrived: true })
  const gone = AbortSignal.abort()
  expect(await troubleWith(server.url, { until: gone })).toMatchObject({ why: 'timeout', mayHaveArrived: false })
  expect(server.requests).toHaveLength(1)
})

test.for([
  ['500 Internal Server Error', 500],
  ['503 Service Unavailable', 503],
  ['429 Too Many Requests', 429],
  ['404 Not Found', 404],
  ['401 Unauthorized', 401],
] as const)('F26 %s is a response, and returned unchanged', async ([line, status]) => {
  const { url } = await startFaultyServer(answer(line, '{"a":1}'))
  expect(await send({ ...A_CALL, url })).toMatchObject({ status, text: '{"a":1}' })
})

test('F26 abuse 63 a redirect is not followed: our keys are sent only to the configured host', async () => {
  const elsewhere = await startFaultyServer(answer('200 OK'))
  const { url } = await startFaultyServer(answer('307 Temporary Redirect', '', `location: ${elsewhere.url}\r\n`))
  expect(await send({ ...A_CALL, url })).toMatchObject({ status: 307 })
  expect(elsewhere.requests).toEqual([])
})

test('a response may be empty, or have no body at all', async () => {
  const empty = await startFaultyServer(answer('200 OK', ''))
  expect(await send({ ...A_CALL, url: empty.url })).toMatchObject({ status: 200, text: '' })
  const none = await startFaultyServer((socket) => void socket.write('HTTP/1.1 204 No Content\r\n\r\n'))
  expect(await send({ ...A_CALL, url: none.url })).toMatchObject({ status: 204, text: '' })
})

test('where text matters little, an invalid character does not make a response unusable', async () => {
  const { url } = await startFaultyServer(answer('200 OK', Buffer.from('{"name":"caf\xe9"}', 'latin1')))
  expect(await send({ ...A_CALL, url, badText: 'replaced' })).toMatchObject({ text: '{"name":"caf\ufffd"}' })
})

test('our request id is sent where the system has a header for it', async () => {
  const seen: string[] = []
  const server = await startFaultyServer((socket, request) => {
    seen.push(request.head)
    answer('200 OK')(socket, request)
  })
  const id = '54b61c41-6423-4c3c-b65e-cfd92a40f3a9'
  await send({ ...A_CALL, url: server.url, correlation: { id, header: 'x-correlation-id' } })
  await send({ ...A_CALL, url: server.url, correlation: { id, header: null } })
  await send({ ...A_CALL, url: server.url })
  expect(seen.map((head) => head.includes(`x-correlation-id: ${id}`))).toEqual([true, false, false])
  expect(seen.filter((head) => head.includes(id))).toHaveLength(1)
})

test('every call writes one log line: system, call, duration, outcome; no address, header or body', async () => {
  const lines: Record<string, unknown>[] = []
  const log = { debug: (fields: Record<string, unknown>, message: string) => void lines.push({ ...fields, message }) }
  const { url } = await startFaultyServer(answer('404 Not Found', 'nobody'))
  await send({ ...A_CALL, url: `${url}90000001?key=topsecret`, log, correlation: { id: 'request-7', header: null } })
  await troubleWith(`http://127.0.0.1:${await aClosedPort()}/90000001`, { log })
  const common = { system: 'bank', method: 'POST', route: 'pay', ms: expect.any(Number), message: 'upstream call' }
  expect(lines).toEqual([
    { ...common, status: 404, outcome: 'answered', correlationId: 'request-7' },
    { ...common, status: null, outcome: 'no-connection' },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/topsecret|very_secret|90000001|127\.0\.0\.1|4084/)
})

const READ = { method: 'GET', body: undefined, isRead: true } as const

test.for([
  ['content-type: text/xml;charset=ISO-8859-1\r\n', '<a>caf\xe9</a>'],
  ['content-type: text/xml\r\n', '<?xml version="1.0" encoding="iso-8859-1"?><a>caf\xe9</a>'],
  ['content-type: application/json; charset="latin1"\r\n', '{"a":"caf\xe9"}'],
] as const)('a response that is declared ISO-8859-1 is read (%s)', async ([header, body]) => {
  const { url } = await startFaultyServer(answer('200 OK', Buffer.from(body, 'latin1'), header))
  expect((await send({ ...A_CALL, url })).text).toBe(body)
})

test('UTF-8 that is declared ISO-8859-1 stays UTF-8; bytes that are neither are no response', async () => {
  const header = 'content-type: text/xml;charset=ISO-8859-1\r\n'
  const utf8 = await startFaultyServer(answer('200 OK', Buffer.from('<a>café</a>'), header))
  expect((await send({ ...A_CALL, url: utf8.url })).text).toBe('<a>café</a>')
  const undeclared = await startFaultyServer(answer('200 OK', Buffer.from('caf\xe9', 'latin1')))
  expect(await troubleWith(undeclared.url)).toMatchObject({ why: 'unreadable', mayHaveArrived: true })
})

test('a read that is throttled is repeated once, when the system wants it', async () => {
  let count = 0
  const server = await startFaultyServer((socket, request) => {
    count += 1
    answer(count === 1 ? '429 Too Many Requests' : '200 OK', 'ok', count === 1 ? 'retry-after: 1\r\n' : '')(socket, request)
  })
  const began = performance.now()
  expect(await send({ ...A_CALL, ...READ, url: server.url })).toMatchObject({ status: 200 })
  expect(performance.now() - began).toBeGreaterThan(950)
  const always = await startFaultyServer(answer('429 Too Many Requests', 'no', 'retry-after: 1\r\n'))
  expect(await send({ ...A_CALL, ...READ, url: always.url })).toMatchObject({ status: 429 })
  expect(always.requests).toHaveLength(2)
})

test.for([
  ['a call that may act', { method: 'POST' } as const, 'retry-after: 1\r\n'],
  ['a GET that may act, as that of Kannel', { method: 'GET', body: undefined } as const, 'retry-after: 1\r\n'],
  ['a read that is to wait longer than its time limit', { ...READ, until: 900 } as const, 'retry-after: 1\r\n'],
  ['a read that is to wait longer than ten seconds', { ...READ, until: 60_000 } as const, 'retry-after: 11\r\n'],
  ['a read that is told no time', READ, ''],
] as const)('%s is throttled once and for all', async ([, changes, header]) => {
  const server = await startFaultyServer(answer('429 Too Many Requests', 'no', header))
  expect(await send({ ...A_CALL, ...changes, url: server.url })).toMatchObject({ status: 429 })
  expect(server.requests).toHaveLength(1)
})

test.for(['301 Moved Permanently', '308 Permanent Redirect'])('a read is followed by %s within its origin only', async (line) => {
  const heads: string[] = []
  const server = await startFaultyServer((socket, request) =>
    heads.push(request.head) && request.head.startsWith('GET /new?a=1 ')
      ? answer('200 OK')(socket, request)
      : answer(line, '', 'location: /new?a=1\r\n')(socket, request),
  )
  expect(await send({ ...A_CALL, ...READ, url: server.url })).toMatchObject({ status: 200, text: 'ok' })
  expect(heads.map((head) => head.includes('Bearer sk_very_secret'))).toEqual([true, true])
  expect(await send({ ...A_CALL, url: server.url })).toMatchObject({ status: Number(line.slice(0, 3)) })
})

test('abuse 63 a read is not followed to another origin, by another status, or for ever', async () => {
  const elsewhere = await startFaultyServer(answer('200 OK'))
  const away = await startFaultyServer(answer('301 Moved Permanently', '', `location: ${elsewhere.url}\r\n`))
  expect(await send({ ...A_CALL, ...READ, url: away.url })).toMatchObject({ status: 301 })
  expect(elsewhere.requests).toEqual([])
  const other = await startFaultyServer(answer('302 Found', '', 'location: /new\r\n'))
  expect(await send({ ...A_CALL, ...READ, url: other.url })).toMatchObject({ status: 302 })
  expect(other.requests).toHaveLength(1)
  let hop = 0
  const round = await startFaultyServer((socket, request) =>
    answer('308 Permanent Redirect', '', `location: /hop-${(hop += 1)}\r\n`)(socket, request),
  )
  expect(await send({ ...A_CALL, ...READ, url: round.url })).toMatchObject({ status: 308 })
  expect(round.requests).toHaveLength(4)
})

/** As fast as it is read. */
function endless(...[socket]: Parameters<Deed>): void {
  socket.write('HTTP/1.1 200 OK\r\n\r\n')
  const more = () => {
    while (!socket.destroyed && socket.write('x'.repeat(16_384)));
    socket.once('drain', more)
  }
  more()
}
