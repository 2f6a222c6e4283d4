import { createHash } from 'node:crypto'
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import type { FindReady } from './front-door.ts'
import { createPageCache } from './page-cache.ts'
import { openPageDictionaries } from './page-dictionaries.ts'
import { htmlPageRoutes } from './page-routes.ts'
import { openSentPages } from './sent-pages.ts'

/** What all pages share, and no machine can shorten. */
const FRAME = Array.from({ length: 400 }, (_, at) => createHash('sha256').update(String(at)).digest('base64url')).join('\n')
const htmlOf = (path: string) => `<html>${FRAME}<p>${path}</p></html>`
const BROWSER = 'gzip, deflate, br, zstd, dcb, dcz'

async function portalWith(seconds: number) {
  const app = fastify()
  let findEarly: FindReady = () => undefined
  await app.register(
    htmlPageRoutes({
      pages: {
        paths: ['/*'],
        async show({ url }) {
          const headers: Record<string, string> = url.pathname === '/own' ? { 'cache-control': 'no-store' } : {}
          const status = url.pathname === '/missing' ? 404 : 200
          return { kind: 'page', status, html: htmlOf(url.pathname), policy: "default-src 'self'", headers }
        },
        post: async () => ({ kind: 'redirect', location: '/', headers: {} }),
        fail: () => Promise.reject(new Error('every form can be read here')),
      },
      sent: openSentPages({
        cache: createPageCache({ mostPages: 100, lifetimeMs: 60_000, now: Date.now }),
        addresses: { originOf: () => 'http://localhost' },
        visitCookie: 'sid',
        contentVersion: async () => 'one',
        answerEarly: (find) => (findEarly = find),
        dictionaries: openPageDictionaries(seconds),
      }),
      answers: { keep: () => Promise.reject(new Error('no page here answers')), find: async () => null },
      visits: { find: async () => null },
      addresses: { originOf: () => 'http://localhost' },
      sealedInput: { openForm: async (form) => form },
      failureOf: async (error) => {
        throw error
      },
    }),
  )
  afterAll(() => app.close())
  return {
    see: (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers: { 'accept-encoding': BROWSER, ...headers } }),
    early: (url: string, headers: Record<string, string>) =>
      findEarly({ method: 'GET', url, headers: { 'accept-encoding': BROWSER, ...headers } } as Parameters<FindReady>[0]),
  }
}

const nameOf = (html: string) => `:${createHash('sha256').update(html).digest('base64')}:`
const having = (path: string) => ({ 'available-dictionary': nameOf(htmlOf(path)) })
const unpack = (bytes: Buffer, path: string) => zstdDecompressSync(bytes.subarray(40), { dictionary: Buffer.from(htmlOf(path)) }).toString()

test('a page that was read is the dictionary of the next one, which holds only what differs', async () => {
  const { see, early } = await portalWith(600)
  const first = await see('/one')
  expect(first.headers).toMatchObject({
    'content-encoding': 'br',
    'use-as-dictionary': 'match="/*", match-dest=("document")',
    vary: 'accept-encoding, available-dictionary, cookie',
    'cache-control': 'private, max-age=0, stale-while-revalidate=600',
  })
  const next = await see('/two', having('/one'))
  expect(next.headers).toMatchObject({ 'content-encoding': 'dcz', vary: 'accept-encoding, available-dictionary, cookie' })
  expect(next.headers).not.toHaveProperty('use-as-dictionary')
  expect(next.rawPayload.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000')
  expect(`:${next.rawPayload.subarray(8, 40).toString('base64')}:`).toBe(nameOf(htmlOf('/one')))
  expect(unpack(next.rawPayload, '/one')).toBe(htmlOf('/two'))
  expect(next.rawPayload.length).toBeLessThan(first.rawPayload.length / 20)
  expect(early('/two', having('/one'))?.body).toBe(next.rawPayload.toString('latin1'))
  expect(early('/two', {})).toBeUndefined()
})

test('who asks again for a page that did not change gets no body, with a dictionary or without', async () => {
  const { see } = await portalWith(600)
  const { headers } = await see('/one')
  const again = await see('/one', { ...having('/one'), 'if-none-match': String(headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test.for<[why: string, path: string, headers: Record<string, string>]>([
  ['a visit may see something of its own', '/two', { cookie: 'sid=abc', ...having('/one') }],
  ['a query may hold what was typed', '/two?q=niamey', having('/one')],
  ['a page that says no-store', '/own', having('/one')],
  ['a page that is not there', '/missing', having('/one')],
])('nothing that may be somebody’s own is compressed by a dictionary, nor is one: %s', async ([, path, headers]) => {
  const { see } = await portalWith(600)
  await see('/one')
  const answer = await see(path, headers)
  expect(answer.headers['content-encoding']).toBe('br')
  expect(answer.headers).not.toHaveProperty('use-as-dictionary')
  expect(answer.headers.vary).toBe('accept-encoding, cookie')
})

test.for<[why: string, headers: Record<string, string>]>([
  ['a dictionary that is none of ours', { 'available-dictionary': nameOf('<p>elsewhere</p>') }],
  ['a name that is no digest', { 'available-dictionary': 'br' }],
  ['the name of a field of every object', { 'available-dictionary': 'constructor' }],
  ['a browser that does not read it', { ...having('/one'), 'accept-encoding': 'gzip, br' }],
])('whoever comes with something else gets the page as everybody does: %s', async ([, headers]) => {
  const { see } = await portalWith(600)
  await see('/one')
  const answer = await see('/two', headers)
  expect(answer.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(htmlOf('/two'))
})

test('one page is kept for so many dictionaries, and no more are made for it', async () => {
  const { see } = await portalWith(600)
  const paths = Array.from({ length: 30 }, (_, at) => `/page-${at}`)
  for (const path of [...paths, '/two']) await see(path)
  const encodings = await Promise.all(paths.map(async (path) => (await see('/two', having(path))).headers['content-encoding']))
  expect(encodings.filter((encoding) => encoding === 'dcz')).toHaveLength(10)
  expect((await see('/two', having('/page-0'))).headers['content-encoding']).toBe('dcz')
})

test('a hundred who come at once with the same dictionary all get the same page', async () => {
  const { see } = await portalWith(600)
  await see('/one')
  const answers = await Promise.all(Array.from({ length: 100 }, () => see('/two', having('/one'))))
  expect(new Set(answers.map(({ rawPayload }) => unpack(rawPayload, '/one')))).toEqual(new Set([htmlOf('/two')]))
})

test('off, nothing of it is said', async () => {
  const { see } = await portalWith(0)
  await see('/one')
  const { headers } = await see('/two', having('/one'))
  expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding, cookie', 'cache-control': 'private, no-cache' })
  expect(headers).not.toHaveProperty('use-as-dictionary')
})
