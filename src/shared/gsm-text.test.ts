import { expect, test } from 'vitest'
import { encodeSms, septetsOf, toGsmText } from './gsm-text.ts'

test.for([
  ['Votre code : 482913. Valable 5 minutes.', 'Votre code : 482913. Valable 5 minutes.'],
  ['à é è ù Ç É ä ö ñ ü', 'à é è ù Ç É ä ö ñ ü'],
  ['ô ê ç î û ë ï À Ê Ô', 'o e c i u e i A E O'],
  ['reçu, bientôt, même, cœur', 'recu, bientot, meme, coeur'],
  ['l’heure « exacte » – voilà…', 'l\'heure "exacte" - voilà...'],
  ['1\u202f000\u00a0F CFA', '1 000 F CFA'],
  ['e\u0301 (in two parts)', 'é (in two parts)'],
  ['€ [ok] {x} ~', '€ [ok] {x} ~'],
  ['日 👍 ع', '? ? ?'],
] as const)('%s is sent as %s', ([written, sent]) => {
  expect(toGsmText(written)).toBe(sent)
})

test('a character of the extension takes two places', () => {
  expect(septetsOf('abc')).toBe(3)
  expect(septetsOf('10 €')).toBe(5)
})

test.for([
  ['a'.repeat(160), 'gsm', 1],
  ['a'.repeat(161), 'gsm', 2],
  ['a'.repeat(306), 'gsm', 2],
  ['a'.repeat(307), 'gsm', 3],
  ['a'.repeat(459), 'gsm', 3],
  ['a'.repeat(460), 'gsm', 4],
  ['€'.repeat(80), 'gsm', 1],
  ['€'.repeat(81), 'gsm', 2],
  // The escape and its character stay together: 76 characters in a part, one septet left.
  ['€'.repeat(153), 'gsm', 3],
  ['bientôt '.repeat(20), 'gsm', 1],
  ['e\u0301'.repeat(160), 'gsm', 1],
  ['?'.repeat(160), 'gsm', 1],
  ['ع'.repeat(70), 'unicode', 1],
  ['ع'.repeat(71), 'unicode', 2],
  ['ع'.repeat(201), 'unicode', 3],
  ['ع'.repeat(202), 'unicode', 4],
  // Two units each, 33 in a part.
  ['👍'.repeat(67), 'unicode', 3],
] as const)('MSG-3 %s is %s in %i parts', ([text, coding, parts]) => {
  expect(encodeSms(text)).toMatchObject({ coding, parts })
})
