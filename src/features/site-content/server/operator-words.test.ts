import { expect, test } from 'vitest'
import { readOperator } from '#settings/read-operator.ts'
import { fillWords, operatorWords, withOperatorWords } from './operator-words.ts'

const operator = readOperator('ne-tenere')
const words = operatorWords(operator, 'fr')
const oasis = { ...words, brand: 'Oasis' }

test('the words of an operator stand in texts, names and links; other placeholders stay', () => {
  const texts = { '/store_finder/{slug}_shop': ['{brand}: {amount}', 5, null], href: 'tel:{care}', free: '{constructor} {' }
  expect(withOperatorWords(texts, 'fr')).toEqual({
    '/store_finder/tenere_shop': ['Ténéré Mobile: {amount}', 5, null],
    href: 'tel:300',
    free: '{constructor} {',
  })
})

test('fields named by a language are in that language', () => {
  const congo = readOperator('cd-mwinda')
  const named = { fr: '{inCountry}', en: '{ofCountry}', fields: [{ fr: '{digits} chiffres' }] }
  const filled = { fr: congo.places.country.fr?.in, en: congo.places.country.en?.of, fields: [{ fr: '9 chiffres' }] }
  expect(withOperatorWords(named, 'fr', congo)).toEqual(filled)
  const two = {
    ...congo,
    country: {
      ...congo.country,
      numberGroups: [
        [3, 3, 3],
        [2, 2, 2, 2],
      ],
    },
  }
  expect(withOperatorWords({ fr: '{digits}', en: '{digits}' }, 'fr', two)).toEqual({ fr: '8 ou 9', en: '8 or 9' })
})

test.for([
  ['fr', 'une ligne de {brand}', 'une ligne d’Oasis', 'une ligne de Ténéré Mobile'],
  ['fr', 'que {brand} garde', 'qu’Oasis garde', 'que Ténéré Mobile garde'],
  ['fr', 'le monde {brand}', 'le monde Oasis', 'le monde Ténéré Mobile'],
  ['en', 'a {brand} line', 'an Oasis line', 'a Ténéré Mobile line'],
  ['en', 'data {brand}', 'data Oasis', 'data Ténéré Mobile'],
] as const)('a brand that begins with a vowel: %s %s', ([language, text, vowel, consonant]) => {
  expect(fillWords(text, oasis, language)).toBe(vowel)
  expect(fillWords(text, words, language)).toBe(consonant)
})
