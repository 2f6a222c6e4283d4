import { expect, test } from 'vitest'
import { readSeedFiles } from '#features/site-content/server/shipped-packages.ts'
import { shownPackage } from '#features/site-content/server/site-content.ts'
import { setFrenchType } from '#shared/french-type.ts'

test('texts say what is true of the operator, with lines that can end', () => {
  const texts = readSeedFiles().read('footer-translation', 'fr') as Record<string, string>
  expect(shownPackage(texts, 'fr').demonstration).toContain('Mwinda Mobile est un opérateur fictif\u202f; prix, boutiques')
  expect(setFrenchType('Le 812 345 678, 9 chiffres')).toBe('Le 812\u202f345\u202f678, 9 chiffres')
})
