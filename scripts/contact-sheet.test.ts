import { expect, test } from 'vitest'
import { contactSheet } from './contact-sheet.ts'

test('the contact sheet has a row for each page and state and says which pictures are missing', () => {
  const all = ['360', '1440'].flatMap((width) =>
    ['fr', 'en'].flatMap((language) => ['light', 'dark'].map((scheme) => `hub-card.${width}.${language}.${scheme}.jpg`)),
  )
  const { html, rows, missing } = contactSheet([...all, 'page-home.360.fr.light.jpg'])
  expect(rows).toBe(2)
  expect(missing).toHaveLength(7)
  expect(missing).not.toContain('page-home.360.fr.light.jpg')
  for (const file of all) expect(html).toContain(`src="${file}"`)
  expect(contactSheet(all).missing).toEqual([])
})
