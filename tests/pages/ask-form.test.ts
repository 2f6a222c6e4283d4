import { expect, test } from 'vitest'
import { plainVisitor } from '../support/served-page.ts'
import { servedPortal } from '../support/served-portal.ts'

const portal = await servedPortal()

/** The groups of the list, each with its bundles. */
async function bundlesOf(language: 'fr' | 'en', button: string, label: string) {
  const { html } = await (await plainVisitor(portal, { language }).open('/ask')).press(button, { [label]: '90000001' })
  return Object.fromEntries(
    [...html.matchAll(/<optgroup label="([^"]+)">(.*?)<\/optgroup>/g)].map(([, group = '', options = '']) => [
      group,
      [...options.matchAll(/<option[^>]*>([^<]+)</g)].map(([, option = '']) => option.replaceAll(/[\u00a0\u202f]/g, ' ')),
    ]),
  )
}

test('LINK-1 bundles to ask for stand in groups, each with its name beside what it gives', async () => {
  const groups = await bundlesOf('fr', 'Continuer', 'Numéro à recharger')
  expect(Object.keys(groups)).toEqual(['Internet', 'Réseaux sociaux', 'Appels', 'SMS', 'Vers l’étranger', 'En voyage'])
  expect(groups['Réseaux sociaux']?.join()).toMatch(/Réseaux sociaux mois, internet illimité · 30 jours · 2 500 F/i)
  expect(groups['En voyage']?.join()).toMatch(/1 Go · 7 jours/)
  expect(groups['Internet']?.join()).not.toMatch(/réseaux|voyage/i)
  const english = await bundlesOf('en', 'Continue', 'Number to recharge')
  expect(english['Social networks']?.join()).toMatch(/Social networks month/)
})
