import { expect } from '@playwright/test'
import { get, number, open, post, press, type Cut } from './network-cut.ts'
import { fillDetails, openDetails } from './lead-steps.ts'

const PLACES_AND_HELP: Cut[] = [
  {
    step: 'help: suggestions while typing',
    open: (page) => open(page, '/gethelp'),
    begin: (page) => page.getByRole('combobox').fill('code'),
    kept: (page) => expect(page.getByRole('combobox')).toHaveValue('code'),
    taken: get(/\/help\/v1\/search/),
    goesOn: (page) => expect(page.getByRole('option').first()).toBeVisible(),
  },
  {
    step: 'help: a vote',
    open: (page) => open(page, '/gethelp/question/804'),
    begin: (page) => page.getByRole('button', { name: 'Oui' }).click(),
    taken: post(/\/likeCount\/$/),
    goesOn: (page) => expect(page.getByText('Merci pour votre avis')).toBeVisible(),
  },
  {
    step: 'shops: a search',
    open: (page) => open(page, '/storeLocator'),
    async begin(page) {
      await page.getByLabel('Trouver Ténéré Mobile à').fill('maradi')
      await press(page, 'Chercher')
    },
    kept: (page) => expect(page.getByLabel('Trouver Ténéré Mobile à')).toHaveValue('maradi'),
    taken: get(/\/storeLocator\?/),
    goesOn: (page) => expect(page.getByRole('heading', { name: /de Maradi$/ })).toBeVisible(),
  },
  {
    step: 'shops: the map',
    open: (page) => open(page, '/storeLocator?q=mayahi'),
    begin: (page) => page.getByRole('button', { name: 'Afficher la carte' }).click(),
    taken: get(/\/cms\/maps\/settings/),
    goesOn: (page) => expect(page.getByRole('region', { name: 'Carte des résultats' })).toBeVisible(),
  },
  {
    step: 'coverage: a search',
    open: (page) => open(page, '/openNetworks'),
    async begin(page) {
      await page.getByLabel('Chercher un lieu').fill('zinder')
      await press(page, 'Vérifier')
    },
    taken: get(/\/openNetworks\?/),
    goesOn: (page) => expect(page.getByText('Oui, la 4G passe ici')).toBeVisible(),
  },
  {
    step: 'feedback: sent',
    async open(page) {
      await open(page, '/give_your_feedback')
      await page.getByRole('radio', { name: 'Très bien' }).check({ force: true })
      await page.getByLabel('Que pouvons-nous améliorer ?').fill('Le réseau.')
    },
    begin: (page) => press(page, 'Envoyer mon avis'),
    kept: (page) => expect(page.getByLabel('Que pouvons-nous améliorer ?')).toHaveValue('Le réseau.'),
    taken: post(/\/give_your_feedback/),
    goesOn: (page) => expect(page.getByRole('heading', { level: 1 })).toHaveText('Merci, nous l’avons bien reçu'),
  },
  {
    step: 'every page: another language',
    async open(page) {
      await open(page, '/prepaid-recharge')
      await number(page).fill('9079')
    },
    begin: (page) => press(page, 'English'),
    kept: (page) => expect(number(page)).toHaveValue('90 79'),
    taken: post(/\/language$/),
    goesOn: (page) => expect(page.getByLabel('Mobile number')).toHaveValue('90 79'),
  },
  {
    step: 'every page: a link',
    open: (page) => open(page, '/table'),
    begin: (page) => page.getByRole('contentinfo').getByRole('link', { name: 'À propos' }).first().click(),
    taken: get(/\/about$/),
    goesOn: (page) => expect(page).toHaveURL(/\/about$/),
  },
]

const REQUESTS_FOR_BROADBAND: Cut[] = [
  {
    step: 'home broadband: the plan',
    open: (page) => open(page, '/hbb-lead'),
    async begin(page) {
      await page.getByRole('radio', { name: /Plus/ }).check()
      await press(page, 'Continuer')
    },
    kept: (page) => expect(page.getByRole('radio', { name: /Plus/ })).toBeChecked(),
    taken: post(/\/hbb-lead$/),
    goesOn: (page) => expect(page.getByRole('definition').filter({ hasText: /60.000/ })).toBeVisible(),
  },
  {
    step: 'home broadband: the details',
    async open(page) {
      await openDetails(page)
      await fillDetails(page, { msisdn: '92790001', town: 'Niamey' })
    },
    begin: (page) => page.getByRole('button', { name: 'Continuer' }).click(),
    kept: (page) => expect(page.getByLabel('Nom et prénom')).toHaveValue('Amina Issoufou'),
    taken: post(/\/lead\/v1\/details$/),
    goesOn: (page) => expect(page.getByLabel('Code à 6 chiffres')).toBeVisible(),
  },
  {
    step: 'home broadband: how a request stands',
    async open(page) {
      await open(page, '/hbb-lead-status')
      await page.getByLabel('Numéro de contact').fill('92790002')
      await page.getByLabel('Numéro de la demande').fill('SL-AAAA-0001')
    },
    begin: (page) => page.getByLabel('Numéro de contact').press('Enter'),
    taken: post(/lead/),
    goesOn: (page) => expect(page.getByRole('dialog').or(page.getByRole('alert')).first()).toBeVisible(),
  },
]

/** Single steps in help, places, feedback, languages and home-broadband requests. */
export const OTHER_CUTS: readonly Cut[] = [...PLACES_AND_HELP, ...REQUESTS_FOR_BROADBAND]
