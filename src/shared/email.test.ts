import { expect, test } from 'vitest'
import { isEmail } from './email.ts'

test('abuse 7 MAIL-1 letters, digits, dots and underscore, an at sign, a domain, a dot and two letters or more', () => {
  for (const text of ['amina@example.ne', 'a.b_c9@mail.example.com', 'A@B.co']) expect(isEmail(text), text).toBe(true)
  for (const text of [
    '',
    'amina',
    'amina@',
    '@example.ne',
    'a b@example.ne',
    'a+b@example.ne',
    'amina@example',
    'amina@example.n',
    'é@example.ne',
    'a@b.co\r\nBcc: x',
    'a@b.co\n',
  ])
    expect(isEmail(text), text).toBe(false)
})

test('abuse 7 MAIL-1 a very long text is refused at once', () => {
  expect(isEmail(`${'a'.repeat(100_000)}@example.ne`)).toBe(false)
})
