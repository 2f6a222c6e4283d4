import { expect, test } from 'vitest'
import { setFrenchType } from './french-type.ts'

const NARROW = '\u202f'
const FIXED = '\u00a0'

test.each([
  ['a narrow blank before ; ? !', 'Sûr ? Oui ; non !', `Sûr${NARROW}? Oui${NARROW}; non${NARROW}!`],
  ['only the first of several marks', 'Vraiment ?!', `Vraiment${NARROW}?!`],
  ['a fixed blank before a colon', 'Montant dû : {amount}', `Montant dû${FIXED}: {amount}`],
  ['fixed blanks inside French quotation marks', 'Pour « {text} ».', `Pour «${FIXED}{text}${FIXED}».`],
  ['a question inside quotation marks', '« Où ? »', `«${FIXED}Où${NARROW}?${FIXED}»`],
  ['thousands', 'de 1 000 à 1 234 567 francs', `de 1${NARROW}000 à 1${NARROW}234${NARROW}567 francs`],
  ['francs', '{limit} F CFA, 500 F', `{limit}${FIXED}F${FIXED}CFA, 500${FIXED}F`],
  ['francs that stand behind a field', 'F CFA', `F${FIXED}CFA`],
  ['volumes and distances', '5 Go, 1,5 Mo, 12 km', `5${FIXED}Go, 1,5${FIXED}Mo, 12${FIXED}km`],
  ['times', '8 h 30 à 20 h, {count} min', `8${FIXED}h${FIXED}30 à 20${FIXED}h, {count}${FIXED}min`],
  ['shares', '18 % de taxe', `18${FIXED}% de taxe`],
  ['phone numbers in pairs', 'Appelez le 90 12 34 56.', `Appelez le 90${FIXED}12${FIXED}34${FIXED}56.`],
  ['phone numbers with the dial code', '+227 90 12 34 56', `+227${FIXED}90${FIXED}12${FIXED}34${FIXED}56`],
  ['straight apostrophes inside words', "l'aide d'abord", 'l’aide d’abord'],
  ['blanks that an editor set otherwise', `Sûr${FIXED}? Oui${NARROW}:`, `Sûr${NARROW}? Oui${FIXED}:`],
])('French type: %s', (_, written, shown) => {
  expect(setFrenchType(written)).toBe(shown)
  expect(setFrenchType(shown)).toBe(shown)
})

test.each([
  'Le numéro {number} s’affiche',
  '{name} m’appelle',
  'le 300, tous les jours',
  'de 10 à 11 chiffres',
  '4 chiffres manquent',
  'En 2026, 12 boutiques',
  'F comme forfait',
  'https://wa.me/22700000300?text=a:b;c!d',
  '/gethelp/securite?q=a%20b',
  '<a href="https://tenere.example/a?b=c:d" rel="noopener">ici</a>',
  '*145*9#',
])('French type does not change correct text: %s', (text) => {
  expect(setFrenchType(text)).toBe(text)
})

test('French type processes a thousand blanks quickly', () => {
  const begin = performance.now()
  setFrenchType(`${' '.repeat(2000)}${'1 '.repeat(1000)}${'000 '.repeat(500)}`)
  expect(performance.now() - begin).toBeLessThan(500)
})
