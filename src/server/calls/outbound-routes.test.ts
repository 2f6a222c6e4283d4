import { expect, test } from 'vitest'
import { testPortal } from '#tests/support/test-portal.ts'

const portal = await testPortal({ env: { OUTBOUND_ROUTES: '{"/contact-us":"https://www.operator.example/contact"}' } })

test('ROUTE-3 a help page can be redirected elsewhere by configuration', async () => {
  const answer = await portal.call({ url: '/contact-us' })
  expect(answer.statusCode).toBe(302)
  expect(answer.headers.location).toBe('https://www.operator.example/contact')
})
