import fc from 'fast-check'
import { expect, test } from 'vitest'
import { providerMessage } from './provider-message.ts'

test.for([
  ['card 4084 0840 8408 4081 was declined', 'card ••• was declined'],
  ['card 4084-0840-8408-4081', 'card •••'],
  ['payer 22790000001 unknown', 'payer ••• unknown'],
  ['mail amina@example.ne bounced', 'mail ••• bounced'],
  ['key sk_test_guichet_sandbox is wrong', 'key ••• is wrong'],
  ['token 8D3DA73D-9D7F-4E09-96D4-3D44E7A83EA3 does not exist', 'token ••• does not exist'],
  ['two\r\nlines\u0000', 'two lines'],
  ['Declined, code 51', 'Declined, code 51'],
])('a provider’s message is stored without numbers and keys: %s', ([text, stored]) => {
  expect(providerMessage('x', text).text).toBe(stored)
})

test('a provider’s message may be missing, or no text', () => {
  expect(providerMessage(404, undefined)).toEqual({ code: '404', text: '' })
  expect(providerMessage('000', { text: 'Paid' })).toEqual({ code: '000', text: '' })
})

test('no card number survives, however it is written', () => {
  const card = fc.tuple(fc.stringMatching(/^[0-9]{12,19}$/), fc.constantFrom('', ' ', '-', '.'))
  fc.assert(
    fc.property(fc.string(), card, fc.string(), (before, [digits, separator], after) => {
      const written = digits.split('').join(separator)
      expect(providerMessage(written, `${before} ${written} ${after}`.slice(0, 200))).not.toMatchObject({
        text: expect.stringContaining(written) as string,
      })
      expect(providerMessage(written, '').code).not.toContain(written)
    }),
  )
})

test('a long text is truncated', () => {
  expect(providerMessage('x'.repeat(500), 'word '.repeat(5_000))).toMatchObject({
    code: 'x'.repeat(40),
    text: expect.stringMatching(/^.{1,200}$/) as string,
  })
})
