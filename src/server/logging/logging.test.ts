import { existsSync } from 'node:fs'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { guardedLogStream, openLogOutput, withoutSecrets } from './logging.ts'

test('our own ids stay whole, however many digits they have: log lines are searched by them', () => {
  const line = '{"requestId":"dc5cb217-3592-4023-9315-3c402d741fee","correlationId":"dc5cb217-3592-4023-9315-3c402d741fee"}'
  expect(withoutSecrets(line)).toBe(line)
  expect(withoutSecrets(line.replace('correlationId', 'msg'))).not.toBe(line.replace('correlationId', 'msg'))
})

test('a full number never reaches the log', () => {
  expect(withoutSecrets('{"msg":"line 90123456 refused, +22790123456, 22790123456"}')).toBe(
    '{"msg":"line 90••••56 refused, +22790••••56, 22790••••56"}',
  )
})

test('a PIN, a code or a token never reaches the log', () => {
  const line = '{"otp":"482913","pin":"1234","amPin":"12\\"34","accessToken":"abc","x":1}'
  expect(withoutSecrets(line)).toBe('{"otp":"[removed]","pin":"[removed]","amPin":"[removed]","accessToken":"[removed]","x":1}')
})

test('the keys of a wallet, and values encrypted for one, never reach the log', () => {
  const line = '{"apiKey":"a","consumerKey":"b","consumerSecret":"c","passkey":"d","secret":{"kid":"k","ciphertext":"e"}}'
  expect(withoutSecrets(line)).not.toMatch(/"[a-e]"/)
})

test('times and identifiers stay readable', () => {
  const line = '{"level":30,"time":1763212345678,"reqId":"req-12345678","port":3000}'
  expect(withoutSecrets(line)).toBe(line)
})

test('abuse 86 abuse 21 typed text is masked wherever it appears in a line, and the line stays readable for programs', () => {
  const said = 'carte 4084 0840 8408 4081, amina@example.ne, PIN 7391, code 583920, +227 90 12 34 56'
  const line = { level: 50, time: 4084084084084, reqId: 'r', err: { message: said, detail: [said], amount: 4084084084084081 }, [said]: 1 }
  const kept = withoutSecrets(`${JSON.stringify(line)}\n`)
  for (const secret of ['0840 8408', 'amina', '7391', '583920', '12 34']) expect(kept).not.toContain(secret)
  expect(JSON.parse(kept)).toMatchObject({ level: 50, time: 4084084084084, reqId: 'r', err: { amount: '•••• 4081' } })
  expect(withoutSecrets(`not JSON ${said}`)).not.toContain('7391')
})

test('abuse 64 a log entry is one line of plain characters, whatever the input was', () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, guardedLogStream({ write: (line) => lines.push(line) }))
  const typed = 'x\r\n{"level":50,"msg":"forged PIN 1234"}\u001b[31m\u001b]0;title\u0007\u2028\u0000\u009b2J\u202e'
  log.info({ route: typed, [typed]: typed, err: new Error(typed) }, typed)
  expect(lines).toHaveLength(1)
  // oxlint-disable-next-line no-control-regex
  expect(lines[0]).toMatch(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029\u202e]*\n$/)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30 })
})

test.runIf(existsSync('/dev/full'))('F37 a full disk loses log lines, and has no other effect', () => {
  const log = openLogOutput('/dev/full')
  for (let line = 0; line < 100; line += 1) expect(() => log.write('{"level":30}\n')).not.toThrow()
})
