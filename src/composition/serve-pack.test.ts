import fastify from 'fastify'
import { expect, test } from 'vitest'
import { servePack } from './serve-pack.ts'

async function portal(pages: Record<string, number>) {
  const app = fastify()
  const asked: string[] = []
  let version = 'one'
  app.get('/*', async (request, reply) => {
    asked.push(`${request.url} ${request.headers.cookie}`)
    return reply
      .code(pages[request.url] ?? 200)
      .header('etag', '"tag-1"')
      .type('text/html')
      .send('x'.repeat(10))
  })
  await servePack(app, async () => version)
  const read = async (language: string) => (await app.inject(`/pack-${language}.json`)).json()
  return { read, asked, pages, change: () => (version = 'two') }
}

test('OFF-5 the pack states the size of each page, in each language once for a version of the content', async () => {
  const { read, asked, change } = await portal({})
  const { pages } = await read('fr')
  expect(pages).toHaveLength(6)
  expect(pages[0]).toEqual({ path: '/gethelp/all', version: 'tag-1', bytes: 10 })
  await Promise.all(Array.from({ length: 100 }, () => read('fr')))
  expect(asked).toHaveLength(6)
  await read('en')
  expect(asked.slice(6).every((line) => line.endsWith('lang=en'))).toBe(true)
  change()
  await read('fr')
  expect(asked).toHaveLength(18)
})

test('OFF-5 a page that this portal does not have is left out; one that failed is requested again', async () => {
  const { read, pages } = await portal({ '/gethelp/ussd': 404, '/contact-us': 302, '/table': 503 })
  expect((await read('fr')).statusCode).toBe(500)
  pages['/table'] = 200
  expect((await read('fr')).pages.map(({ path }: { path: string }) => path)).toEqual([
    '/gethelp/all',
    '/storeLocator/all',
    '/table',
    '/on-this-phone',
  ])
})
