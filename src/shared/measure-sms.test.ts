import { expect, test } from 'vitest'
import { measureSms } from './measure-sms.ts'

test.for([
  ['a'.repeat(160), 'gsm', 1, 160, 160],
  ['a'.repeat(161), 'gsm', 2, 161, 153],
  ['a'.repeat(306), 'gsm', 2, 306, 153],
  ['€'.repeat(80), 'gsm', 1, 160, 160],
  ['ع'.repeat(70), 'unicode', 1, 70, 70],
  ['ع'.repeat(71), 'unicode', 2, 71, 67],
  [`${'a'.repeat(68)}🙂`, 'unicode', 1, 70, 70],
] as const)('MSG-3 a text is measured in whole SMS: %j', ([text, coding, parts, units, size]) => {
  expect(measureSms(text)).toMatchObject({ coding, parts, units, size })
})

test('MSG-3 each sign outside of GSM-7 is named once with its replacement; what has none makes the SMS short', () => {
  expect(measureSms('l’été, l’hôte : « reçu »\u00a0!')).toMatchObject({
    text: 'l\'été, l\'hote : "recu" !',
    replaced: [
      { sign: '’', by: "'", count: 2 },
      { sign: 'ô', by: 'o', count: 1 },
      { sign: '«', by: '"', count: 1 },
      { sign: 'ç', by: 'c', count: 1 },
      { sign: '»', by: '"', count: 1 },
    ],
    outside: [],
  })
  expect(measureSms('l’été 🙂 ok?')).toMatchObject({ coding: 'unicode', replaced: [], outside: ['🙂'], text: 'l’été 🙂 ok?' })
})
