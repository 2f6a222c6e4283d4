import { expect, test } from 'vitest'
import { testPortal } from '#tests/support/test-portal.ts'

test('a collector reads how many of the upstreams do not answer', async () => {
  const portal = await testPortal({ health: () => ({ '622': 'down', '654': 'up', sms: 'down' }) })
  expect(await portal.metrics.text()).toMatch(/^guichet_systems_down 2$/m)
})
