import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { testPortal } from '#tests/support/test-portal.ts'
import { ownAddresses } from './own-origins.ts'

const machine = { name: 'kiosk', addresses: () => ['192.168.1.20', 'fd00::20'] }
const sandbox = ownAddresses({ publicOrigin: 'http://localhost:3000', isProduction: false }, machine)
const production = ownAddresses({ publicOrigin: 'https://portal.ne', isProduction: true }, machine)

const OURS = [
  'localhost:3000',
  '127.0.0.1:3000',
  '127.0.0.1',
  '127.9.9.9:3000',
  '[::1]:3000',
  'kiosk:3000',
  'KIOSK:3000',
  '192.168.1.20:3000',
  '[fd00::20]:3000',
]
const NOT_OURS = [
  'evil.test:3000',
  'localhost.evil.test:3000',
  '127.0.0.1.evil.test:3000',
  '127.evil.test',
  'kiosk.evil.test',
  'localhost@evil.test',
  'evil.test#localhost',
  'evil.test/localhost',
  '192.168.1.21:3000',
  '0.0.0.0:3000',
  '[::]:3000',
  'localhost,evil.test',
  '',
]

test.for(OURS)('in the sandbox a form at http://%s works', (host) => {
  const origin = new URL(`http://${host}`).origin
  expect(sandbox.originOf({ host })).toBe(origin)
  expect(sandbox.isFromOurPages({ host, origin })).toBe(true)
  expect(sandbox.isFromOurPages({ host, origin, 'sec-fetch-site': 'same-origin' })).toBe(true)
  expect(sandbox.isFromOurPages({ host, referer: `${origin}/prepaid-recharge` })).toBe(true)
  expect(sandbox.judge(origin)).toBe(origin)
})

test.for(OURS)('in the sandbox a form from anywhere else to http://%s has no effect', (host) => {
  const own = new URL(`http://${host}`).origin
  for (const origin of [
    'http://evil.test',
    'null',
    'http://localhost:8080',
    'http://127.0.0.1:8080',
    `${own}.evil.test`,
    own.replace('http', 'https'),
  ])
    expect(sandbox.isFromOurPages({ host, origin }), origin).toBe(false)
  for (const site of ['cross-site', 'same-site']) expect(sandbox.isFromOurPages({ host, origin: own, 'sec-fetch-site': site })).toBe(false)
  expect(sandbox.isFromOurPages({ host })).toBe(false)
})

test('one address of ours is not another: a form is sent back to where it came from', () => {
  expect(sandbox.isFromOurPages({ host: '127.0.0.1:3000', origin: 'http://localhost:3000' })).toBe(false)
  expect(sandbox.isFromOurPages({ host: 'localhost:3000', origin: 'http://127.0.0.1:3000' })).toBe(false)
})

test.for(NOT_OURS)('a name that may have been rebound to this machine is refused: %s', (host) => {
  expect(sandbox.originOf({ host })).toBeNull()
  for (const origin of [`http://${host}`, 'http://localhost:3000', undefined])
    expect(sandbox.isFromOurPages({ host, origin, 'sec-fetch-site': 'same-origin' })).toBe(false)
})

test('a stored origin is checked again when it is used', () => {
  for (const origin of [
    'http://evil.test',
    'https://127.0.0.1:3000',
    'http://127.0.0.1:3000/',
    'http://127.0.0.1:3000@evil.test',
    'javascript:alert(1)',
    '',
  ])
    expect(sandbox.judge(origin), origin).toBeNull()
  expect(sandbox.judge(null)).toBeNull()
  expect(production.judge('https://portal.ne')).toBe('https://portal.ne')
  for (const origin of ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://portal.ne']) expect(production.judge(origin)).toBeNull()
})

test('production accepts PUBLIC_URL alone, whatever the Host header says', () => {
  for (const host of ['portal.ne', '127.0.0.1:3000', 'localhost:3000', 'kiosk', 'evil.test', '']) {
    expect(production.originOf({ host })).toBe('https://portal.ne')
    expect(production.isFromOurPages({ host, origin: 'https://portal.ne' })).toBe(true)
    for (const origin of [`http://${host}`, `https://${host}`].filter((each) => each !== 'https://portal.ne'))
      expect(production.isFromOurPages({ host, origin }), origin).toBe(false)
  }
})

test('calls refuse another host or origin; health probes accept any host', async () => {
  const portal = await testPortal()
  const prefill = (headers: Record<string, string>) =>
    portal.call({
      method: 'POST',
      url: `${API_PREFIX}/visit/v1/prefill`,
      headers: { 'content-type': 'application/json', ...headers },
      payload: '{"type":"prepaid","msisdn":"90000001"}',
    })
  expect((await prefill({ host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' })).statusCode).toBe(200)
  expect((await prefill({ host: 'evil.test:3000', origin: 'http://evil.test:3000' })).statusCode).toBe(403)
  const read = (url: string) => portal.call({ url, headers: { host: 'evil.test:3000' } })
  expect((await read(`${API_PREFIX}/visit/v1/prefill`)).statusCode).toBe(403)
  expect((await read('/healthz')).statusCode).toBe(200)
})

test('an address that the machine has lost is not ours any more, however often it was requested', () => {
  let addresses = ['192.168.1.20']
  const moving = ownAddresses({ publicOrigin: 'http://localhost:3000', isProduction: false }, { name: 'kiosk', addresses: () => addresses })
  for (const host of ['192.168.1.20:3000', '192.168.1.20:3000', 'localhost:3001', 'localhost:3001', 'kiosk:3000'])
    expect(moving.originOf({ host })).not.toBeNull()
  addresses = []
  expect(moving.originOf({ host: '192.168.1.20:3000' })).toBeNull()
  expect(moving.originOf({ host: 'localhost:3001' })).toBe('http://localhost:3000')
})
