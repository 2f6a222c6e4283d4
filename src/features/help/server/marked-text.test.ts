import { expect, test } from 'vitest'
import { markTyped, markWords, type MarkedText } from './marked-text.ts'

/** 'a [b] c': what is bold stands in brackets. */
const shown = (parts: MarkedText) => parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('')

test.for([
  ['Comment recharger une ligne ?', 'rech', 'Comment [rech]arger une ligne ?'],
  ['Recharger et recharger', 'RECHARGER', '[Recharger] et [recharger]'],
  ['Réseau à l’étranger', 'reseau', '[Réseau] à l’étranger'],
  ['Réseau à l’étranger', "l'etr", 'Réseau à [l’étr]anger'],
  ['Le cœur du réseau', 'coeur', 'Le [cœur] du réseau'],
  ['100 % .* (x)', '.*', '100 % [.*] (x)'],
  ['100 % .* (x)', '%', '100 [%] .* (x)'],
  ['rien', 'tout', 'rien'],
  ['rien', '', 'rien'],
] as const)('HELP-2 in %j the typed %j is bold', ([text, typed, expected]) => expect(shown(markTyped(text, typed))).toBe(expected))

test('a word that was found though misspelled is bold as a whole', () => {
  expect(shown(markWords('Où voir ma Réference ?', (word) => word === 'Réference'))).toBe('Où voir ma [Réference] ?')
})
