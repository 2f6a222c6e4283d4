import { expect, test } from 'vitest'
import type { FieldFacts, TextFacts } from './edition.ts'
import { differenceOf } from './text-difference.ts'
import { allowedLength, menuLength, smsLength, textProblems, tidyText } from './text-rules.ts'

const FIELD: FieldFacts = {
  field: 'en',
  language: 'en',
  kind: 'page',
  maxLength: 60,
  placeholders: ['{amount}'],
  isQuoted: false,
  mayBreakLines: false,
  isUncheckedDraft: false,
}

function problemsOf(text: string, change: Partial<FieldFacts> = {}, served = 'Pay {amount}'): string[] {
  const facts: TextFacts = { id: 'orp-translation/x', group: 'orp-translation', name: 'x', lock: null, fields: [{ ...FIELD, ...change }] }
  const found = textProblems(facts, { en: text }, { served: { en: served }, longest: { amount: '100 000 000,00 FCFA' } })
  return found.map(({ kind, detail }) => (detail === '' ? kind : `${kind} ${detail}`))
}

test.for<[text: string, change: Partial<FieldFacts>, problems: string[]]>([
  ['Pay {amount} now', {}, []],
  ['', {}, ['empty']],
  ['Pay now', {}, ['missing-value {amount}']],
  ['Pay {amount} with {pin}', {}, ['foreign-value {pin}']],
  ['Pay {amount} {amount}', {}, []],
  ['<b>Pay</b> {amount}', {}, ['markup']],
  ['<script>alert(1)</script> {amount}', {}, ['markup']],
  ['Pay {amount} <img src=x onerror=alert(1)>', {}, ['markup']],
  ['x'.repeat(61), {}, ['too-long 60']],
  ['x'.repeat(100_000), {}, ['too-long 60']],
  ['Pay {amount} \u202egnp.exe', {}, ['odd-sign U+202E']],
  ['Pay {amount}\u0000', {}, ['odd-sign U+0000']],
  ['Pay\u200b {amount}\u2066', {}, ['odd-sign U+200B', 'odd-sign U+2066']],
  ['Pay {amount}\nnow', {}, ['odd-sign U+000A']],
  ['Pay {amount}\nnow', { mayBreakLines: true }, []],
  ['Paid {amount}', { isQuoted: true }, ['quoted']],
  ['Pay {amount}', { isQuoted: true }, []],
  [`${'a'.repeat(430)} {amount} {amount}`, { kind: 'sms', maxLength: 459 }, ['sms-parts 3']],
  [`${'a'.repeat(120)} {amount}`, { kind: 'sms', maxLength: 459 }, []],
  ['ƙari {amount}', { kind: 'ussd' }, ['menu-sign ƙ']],
  [`${'€'.repeat(95)} {amount}`, { kind: 'ussd', maxLength: 182 }, ['menu-screen 201']],
])('CON-7 a text is checked before anyone reads it: %j', ([text, change, problems]) => {
  expect(problemsOf(text, change)).toEqual(problems)
})

test('CON-7 a text is stored with plain blanks, in one line, composed', () => {
  expect(tidyText(' Où\u202f?  e\u0301\r\nici ', FIELD)).toBe('Où ? é ici')
  expect(tidyText('Ligne {number} \r\n A payer', { ...FIELD, mayBreakLines: true })).toBe('Ligne {number}\nA payer')
})

test('CON-7 a label stays a label: it may grow by half, a short one to 45 characters, none beyond 600', () => {
  expect([allowedLength([]), allowedLength([8, 20]), allowedLength([100, 80]), allowedLength([900])]).toEqual([45, 45, 150, 600])
})

test('CON-7 MSG-3 an SMS and a screen are counted with their longest values', () => {
  const values = { amount: 'x'.repeat(150) }
  expect(smsLength('{amount} paid', values)).toEqual({ parts: 1, isPlain: true, tooLong: false })
  expect(smsLength('{amount} was paid now.', values)).toEqual({ parts: 2, isPlain: true, tooLong: false })
  expect(smsLength('ƙ'.repeat(71), values)).toMatchObject({ parts: 2, isPlain: false })
  expect(menuLength('{amount}'.padEnd(40), values)).toEqual({ septets: 182, screens: 1 })
  expect(menuLength('{amount}'.padEnd(41), values)).toEqual({ septets: 183, screens: 2 })
})

test('CON-7 the difference gives back both texts, and marks only what changed', () => {
  const [before, after] = ['Pay with your phone, then wait.', 'Pay with your card, then wait here.']
  const pieces = differenceOf(before, after)
  const side = (is: 'new' | 'gone') =>
    pieces
      .filter((piece) => piece.is === 'same' || piece.is === is)
      .map(({ text }) => text)
      .join('')
  expect([side('gone'), side('new')]).toEqual([before, after])
  expect(pieces.filter(({ is }) => is !== 'same')).toEqual([
    { text: 'phone', is: 'gone' },
    { text: 'card', is: 'new' },
    { text: ' here', is: 'new' },
  ])
  for (const [one, other] of [
    ['a '.repeat(5_000), 'b'],
    ['All of the help on one page', 'What are you looking for?'],
  ] as const)
    expect(differenceOf(one, other)).toEqual([
      { text: one, is: 'gone' },
      { text: other, is: 'new' },
    ])
})
