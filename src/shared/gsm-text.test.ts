import { expect, test } from 'vitest'
import { septetsOf, toGsmText } from './gsm-text.ts'

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

test('a sign of the extension takes two places', () => {
  expect(septetsOf('abc')).toBe(3)
  expect(septetsOf('10 €')).toBe(5)
})
