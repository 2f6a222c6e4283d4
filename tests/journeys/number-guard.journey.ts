import type { Page } from '@playwright/test'
import { resetVisit, expect, scripted, test } from '../support/journey.ts'
import { chooseAirtime } from '../support/buying-steps.ts'
import { chooseMethod } from '../support/wallet-steps.ts'

type Form = {
  open: (page: Page) => Promise<void>
  label: string
  button: string | RegExp
  required: string
  isInDialog?: true
}

const REQUIRED = 'Saisissez un numéro de mobile'
const hub = (method: string, msisdn: string) => async (page: Page) => {
  await chooseAirtime(page, { msisdn, amount: 700 })
  await chooseMethod(page, method)
}
const open = (path: string) => async (page: Page) => {
  await page.goto(path)
  await scripted(page)
}

const FORMS: Record<string, Form> = {
  home: { open: open('/'), label: 'Numéro à recharger', button: 'Continuer', required: REQUIRED },
  bundles: {
    open: open('/data-bundle'),
    label: 'Numéro de mobile',
    button: 'Voir les forfaits',
    required: REQUIRED,
  },
  'prepaid recharge': {
    open: open('/prepaid-recharge'),
    label: 'Numéro de mobile',
    button: 'Acheter du crédit',
    required: REQUIRED,
  },
  'postpaid bill': {
    open: open('/postpaid-bill-pay'),
    label: 'Numéro de mobile',
    button: 'Payer la facture',
    required: REQUIRED,
  },
  'check balance': {
    open: open('/check-balance'),
    label: 'Votre numéro',
    button: 'Recevoir le code par SMS',
    required: REQUIRED,
  },
  'the code for a bill': {
    open: open('/postpaid-bill-pay?fetch=code'),
    label: 'Numéro de mobile',
    button: 'Envoyer le code',
    required: REQUIRED,
    isInDialog: true,
  },
  'the account of a bill': {
    open: open('/postpaid-bill-pay?fetch=account'),
    label: 'Numéro de mobile',
    button: 'Voir le montant dû',
    required: REQUIRED,
    isInDialog: true,
  },
  'the operator’s money': {
    open: hub('Ténéré Money', '90830001'),
    label: 'Numéro de mobile',
    button: /^Payer/,
    required: 'Saisissez le numéro de mobile',
  },
  SmartCash: {
    open: hub('SmartCash', '90830002'),
    label: 'Numéro enregistré',
    button: 'Continuer',
    required: 'Saisissez le numéro de mobile',
  },
  'M-Pesa': {
    open: hub('M-PESA', '90830003'),
    label: 'Numéro de mobile',
    button: /^Payer/,
    required: 'Saisissez le numéro de mobile',
  },
}

async function expectGuarded(page: Page, { open: show, label, button, required, isInDialog }: Form): Promise<void> {
  await show(page)
  const form = isInDialog ? page.getByRole('dialog') : page.locator('body')
  const field = form.getByLabel(label, { exact: true })
  const press = form.getByRole('button', { name: button, exact: true })
  await field.fill('')
  await field.blur()
  await expect(form.getByText(required)).toBeVisible()
  await expect(press).toHaveAttribute('aria-disabled', 'true')
  await field.pressSequentially('9012')
  await expect(page.getByText('Il manque 4 chiffres')).toBeVisible()
  await expect(page.getByText(required)).toHaveCount(0)
  await field.pressSequentially('345')
  await expect(page.getByText('Il manque 1 chiffre', { exact: true })).toBeVisible()
  await press.focus()
  await expect(press).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await expect(page.getByText('Il manque 1 chiffre', { exact: true })).toBeVisible()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
}

const NAMES = Object.keys(FORMS)
const FORMS_PER_TAB = 5

for (let first = 0; first < NAMES.length; first += FORMS_PER_TAB) {
  const walked = NAMES.slice(first, first + FORMS_PER_TAB)
  test(`NUM-1 NUM-2 the button is off until the number is whole, says what is missing, and leads there: ${walked.join(', ')}`, async ({
    page,
  }) => {
    for (const name of walked)
      await test.step(name, async () => {
        await resetVisit(page)
        const form = FORMS[name]
        if (form) await expectGuarded(page, form)
      })
  })
}

test('NUM-2 SC-1 a whole number frees the button, and taking a digit away takes it back', async ({ page }) => {
  await FORMS.SmartCash?.open(page)
  const press = page.getByRole('button', { name: 'Continuer', exact: true })
  const field = page.getByLabel('Numéro enregistré')
  await field.fill('9012345')
  await expect(press).toHaveAttribute('aria-disabled', 'true')
  await field.fill('90123456')
  await expect(press).not.toHaveAttribute('aria-disabled', 'true')
  await field.press('End')
  await field.press('Backspace')
  await expect(press).toHaveAttribute('aria-disabled', 'true')
})

test('MM-1 a number of another operator is refused at its field, and a valid one enables the button', async ({ page }) => {
  await hub('Ténéré Money', '90830011')(page)
  const field = page.getByLabel('Numéro de mobile')
  await field.fill('20000001')
  await page.getByRole('button', { name: /^Payer/ }).click()
  await expect(page.getByText('Saisissez un numéro Ténéré Mobile valide')).toBeVisible()
  await scripted(page)
  await field.focus()
  const press = page.getByRole('button', { name: /^Payer/ })
  await expect(press).toHaveAttribute('aria-disabled', 'true')
  await field.fill('90830012')
  await expect(press).not.toHaveAttribute('aria-disabled', 'true')
})

test('MM-1 SC-1 with a PIN step, a number of another operator is refused before a code is requested', async ({ page }) => {
  await FORMS.SmartCash?.open(page)
  await page.getByLabel('Numéro enregistré').fill('20000001')
  await page.getByRole('button', { name: 'Continuer', exact: true }).click()
  await expect(page.getByText('il doit être une ligne Ténéré Mobile en service')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test.describe('in English', () => {
  test.use({ language: 'en' })

  test('NUM-1 NUM-2 an empty number that was touched is required, in the specification’s words', async ({ page }) => {
    await page.goto('/prepaid-recharge')
    await scripted(page)
    await page.getByLabel('Mobile number').focus()
    await page.getByLabel('Mobile number').blur()
    await expect(page.getByText('Phone No is required')).toBeVisible()
    await page.getByLabel('Mobile number').fill('90')
    await expect(page.getByText('6 digits are missing')).toBeVisible()
  })
})
