import { expect, test } from 'vitest'
import { normalizeIp } from './caller.ts'

test.for([
  ['203.0.113.7', '203.0.113.7'],
  ['::1', '127.0.0.1'],
  ['0:0:0:0:0:0:0:1', '127.0.0.1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
] as const)('%s counts as %s', ([ip, counted]) => {
  expect(normalizeIp(ip)).toBe(counted)
})
