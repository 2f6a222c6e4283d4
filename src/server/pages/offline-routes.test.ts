import fastify from 'fastify'
import { expect, test } from 'vitest'
import { offlineRoutes } from './offline-routes.ts'

async function served() {
  const app = fastify()
  const page = { html: '<style>a{}</style><script>go()</script>', style: 'a{}', script: 'go()' }
  await app.register(
    offlineRoutes({
      addresses: { page: '/offline.html', worker: '/service-worker.js', script: '/offline.js' },
      read: async () => ({ page, worker: 'keep()', pageScript: '' }),
    }),
  )
  return app
}

test('GEN-8 the offline page allows its own style and script and nothing else', async () => {
  const { headers, body } = await (await served()).inject('/offline.html')
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'self'/,
  )
  expect(headers['cache-control']).toBe('no-cache')
  expect(body).toContain('go()')
})

test('GEN-8 the service worker is fetched again after ten minutes at the latest, and may connect only to our own origin', async () => {
  const { headers, body } = await (await served()).inject('/service-worker.js')
  expect(headers).toMatchObject({ 'cache-control': 'max-age=600', 'content-type': 'text/javascript; charset=utf-8' })
  expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
  expect(body).toBe('keep()')
})
