import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openLogOutput, withoutSecrets } from './logging.ts'

test('a full number never reaches the log', () => {
  expect(withoutSecrets('{"msg":"line 90123456 refused, +22790123456, 22790123456"}')).toBe(
    '{"msg":"line 90••••56 refused, +22790••••56, 22790••••56"}',
  )
})

test('a PIN, a code or a token never reaches the log', () => {
  const line = '{"otp":"482913","pin":"1234","amPin":"12\\"34","accessToken":"abc","x":1}'
  expect(withoutSecrets(line)).toBe('{"otp":"[removed]","pin":"[removed]","amPin":"[removed]","accessToken":"[removed]","x":1}')
})

test('the keys of a wallet, and what was sealed to one, never reach the log', () => {
  const line = '{"apiKey":"a","consumerKey":"b","consumerSecret":"c","passkey":"d","secret":{"kid":"k","ciphertext":"e"}}'
  expect(withoutSecrets(line)).not.toMatch(/"[a-e]"/)
})

test('times and identifiers stay readable', () => {
  const line = '{"level":30,"time":1763212345678,"reqId":"req-12345678","port":3000}'
  expect(withoutSecrets(line)).toBe(line)
})

test.runIf(existsSync('/dev/full'))('a full disk costs lines of the log, and nothing else', () => {
  const log = openLogOutput('/dev/full')
  for (let line = 0; line < 100; line += 1) expect(() => log.write('{"level":30}\n')).not.toThrow()
})
