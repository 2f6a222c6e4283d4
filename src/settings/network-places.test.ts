import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeOf } from './network-places.ts'

const hostnameOf = (host: string) => new URL(`https://${host}/`).hostname

test.for([
  [
    'outside',
    [
      '8.8.8.8',
      '172.15.255.255',
      '172.32.0.1',
      '100.63.0.1',
      '128.0.0.1',
      '[2a00:1450::1]',
      'api.paystack.co',
      'localhost.ne',
      'internal.example.ne',
    ],
  ],
  [
    'this-machine',
    ['127.0.0.1', '127.255.255.254', '[::1]', '[::ffff:127.0.0.1]', 'localhost', 'a.b.localhost', 'localhost.', 'box.localdomain'],
  ],
  [
    'nowhere',
    ['0.0.0.0', '0.1.2.3', '[::]', '255.255.255.255', '239.1.1.1', '198.18.0.1', '[ff02::1]', 'example', 'www.example', 'a.invalid'],
  ],
  ['link-local', ['169.254.0.1', '[fe80::1]', '[fe90::1]', '[febf:ffff::1]']],
  [
    'private',
    [
      '10.0.0.1',
      '172.16.0.1',
      '192.168.255.255',
      '100.64.0.1',
      '[fc00::1]',
      '[fdff::1]',
      '[fec0::1]',
      'kannel',
      'core.internal',
      'x.home.arpa',
    ],
  ],
  ['wrapped', ['[::ffff:8.8.8.8]', '[::ffff:10.0.0.1]', '[::8.8.8.8]', '[64:ff9b::8.8.8.8]', '[2002:808:808::]', '[2001:0:808:808::]']],
] as const)('an address is %s', ([place, hosts]) => {
  expect(hosts.map((host) => [host, placeOf(hostnameOf(host))])).toEqual(hosts.map((host) => [host, place]))
})

test('every notation of a loopback address is this machine', () => {
  const byte = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(byte, byte, byte, fc.constantFrom(10, 16, 8), fc.boolean(), (second, third, fourth, base, isOneNumber) => {
      const written = (value: number) => (base === 16 ? `0x${value.toString(16)}` : base === 8 ? `0${value.toString(8)}` : String(value))
      const whole = ((127 * 256 + second) * 256 + third) * 256 + fourth
      const host = isOneNumber ? written(whole) : [127, second, third, fourth].map(written).join('.')
      expect(placeOf(hostnameOf(host)), host).toBe('this-machine')
    }),
  )
})
