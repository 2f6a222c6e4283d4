import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, scripted, test } from '../support/journey.ts'
import { chooseAirtime, creditsTo, payByCard } from '../support/buying-steps.ts'

const KEY = 'kept-numbers'
const PHONE = { width: 360, height: 740 }
type Entry = { number: string; name?: string }

/** A phone whose owner agreed before. */
async function keep(page: Page, numbers: Entry[]): Promise<void> {
  const book = { answer: 'yes', numbers, seen: [] }
  await page.addInitScript(([key, text]) => localStorage.getItem(key) ?? localStorage.setItem(key, text), [
    KEY,
    JSON.stringify(book),
  ] as const)
}

const kept = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY)
const chips = (page: Page) => page.getByRole('list', { name: 'Sur ce téléphone' }).getByRole('listitem')

async function recharge(page: Page, msisdn: string): Promise<void> {
  await chooseAirtime(page, { msisdn, amount: 700 })
  await payByCard(page, { gateway: 'DPO Pay', card: 'pays' })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Merci, c’est réussi', { timeout: 20_000 })
}

test('RECENT-1 RECENT-2 a receipt asks once whether numbers may be saved; after a yes each paid number is offered', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await recharge(page, '91111170')
  await expect(page.getByRole('heading', { name: 'Garder 91 11 11 70 sur ce téléphone' })).toBeVisible()
  await expectAccessible(page)
  expect(await kept(page)).toBeNull()
  await page.getByRole('button', { name: 'Garder', exact: true }).click()
  await expect(page.getByRole('heading', { name: '91 11 11 70 est gardé sur ce téléphone.' })).toBeFocused()
  await page.getByRole('link', { name: 'Lui donner un nom' }).click()
  await page.getByLabel('Nom pour 91 11 11 70').fill('Maman')
  await page.getByLabel('Nom pour 91 11 11 70').press('Enter')
  await expect(page.getByText('91 11 11 70 s’appelle maintenant « Maman ».')).toBeVisible()

  await page.goto('/')
  const field = page.getByLabel('Numéro à recharger')
  await page.getByRole('button', { name: '91 11 11 70 Maman', exact: true }).click()
  await expect(field).toHaveValue('91 11 11 70')
  await expect(page.getByRole('status').filter({ hasText: '91 11 11 70 est dans le champ.' })).toHaveCount(1)
  // Listeners for typing received an event.
  await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
  await page.getByRole('button', { name: /^1.000.F/ }).click()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)

  // The question is not asked again.
  await recharge(page, '91111171')
  await expect(page.getByRole('heading', { name: '91 11 11 71 est gardé sur ce téléphone.' })).toBeVisible()
  await page.getByRole('button', { name: 'Retirer 91 11 11 71' }).click()
  await expect(page.getByText('91 11 11 71 n’est plus gardé.')).toBeFocused()
  await page.reload()
  await scripted(page)
  expect(await kept(page)).not.toContain('91111171')
})

test('RECENT-2 a no is stored, no number is saved, and the answer can be changed', async ({ page, request }) => {
  await recharge(page, '91111172')
  await page.getByRole('button', { name: 'Non, merci' }).click()
  await expect(page.getByText('Aucun numéro ne sera gardé.')).toBeFocused()
  await page.reload()
  await scripted(page)
  await expect(page.getByText('Garder 91 11 11 72')).toBeHidden()
  expect(await kept(page)).not.toContain('91111172')
  expect(await creditsTo(request, '91111172')).toEqual([700])
  await page.goto('/on-this-phone')
  await expect(page.getByText('Aucun numéro n’est gardé.')).toBeVisible()
  await page.getByRole('checkbox', { name: /^Garder les numéros/ }).check()
  expect(await kept(page)).toContain('"yes"')
})

test('RECENT-1 a saved number is sent when it is tapped, as the page about this phone says, and not before', async ({ page }) => {
  await keep(page, [{ number: '90000001', name: 'Maman' }])
  await page.goto('/on-this-phone')
  await expect(page.getByText('Un numéro ne nous est envoyé que lorsque vous le touchez ou envoyez un formulaire.')).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('line-offer') && asked.push(request.url()))
  await page.goto('/prepaid-recharge')
  await scripted(page)
  const chip = page.getByRole('button', { name: '90 00 00 01 Maman', exact: true })
  await expect(chip).toBeVisible()
  expect(asked).toEqual([])
  await chip.click()
  await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
  expect(asked).toHaveLength(1)
})

test('RECENT-1 under every number field the numbers of this phone, on a phone and on a desk, asleep and awake', async ({ page }) => {
  await keep(page, [{ number: '90000001', name: 'Maman' }, { number: '90000002' }])
  for (const [place, path] of [
    '/',
    '/prepaid-recharge',
    '/data-bundle',
    '/broadband-recharge',
    '/postpaid-bill-pay',
    '/postpaid-bill-pay?fetch=code',
    '/check-balance',
    '/find-payment',
    '/hbb-lead-status',
  ].entries()) {
    await page.setViewportSize(place % 2 === 0 ? PHONE : { width: 1440, height: 900 })
    await page.goto(path)
    const form = page
      .locator('form:visible')
      .filter({ has: page.getByRole('list', { name: 'Sur ce téléphone' }) })
      .last()
    await expect(form.getByRole('list', { name: 'Sur ce téléphone' }).getByRole('listitem'), path).toHaveCount(2)
    await form.getByRole('button', { name: '90 00 00 01 Maman', exact: true }).click()
    await scripted(page)
    await expect(form.locator('input[inputmode=numeric]').first(), path).toHaveValue('90 00 00 01')
    // Hydration left them in place.
    await expect(form.getByRole('list', { name: 'Sur ce téléphone' }).getByRole('listitem'), path).toHaveCount(2)
    // The same component everywhere: one phone and one desktop check suffice.
    if (place < 2) await expectAccessible(page)
  }
})

test('RECENT-2 one tap removes a number, the focus goes on, and the other tab follows', async ({ page, context }) => {
  await keep(page, [{ number: '90000001', name: 'Maman' }, { number: '90000002' }, { number: '90000003' }])
  await page.goto('/prepaid-recharge')
  await expect(chips(page)).toHaveCount(3)
  const other = await context.newPage()
  await other.goto('/on-this-phone')
  await scripted(other)
  await other.getByLabel('Nom pour 90 00 00 02').fill('Ibrahim')
  await other.getByLabel('Nom pour 90 00 00 02').blur()
  await expect(other.getByText('90 00 00 02 s’appelle maintenant')).toBeVisible()
  await expect(page.getByRole('button', { name: '90 00 00 02 Ibrahim', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Retirer 90 00 00 01, Maman' }).click()
  await expect(page.getByRole('button', { name: 'Retirer 90 00 00 02, Ibrahim' })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: '90 00 00 01 n’est plus gardé.' })).toHaveCount(1)
  await expect(other.getByLabel('Nom pour 90 00 00 01')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Numéro de mobile')).toBeFocused()
  await expect(page.getByRole('list', { name: 'Sur ce téléphone' })).toBeHidden()
  await expect(other.getByText('Aucun numéro n’est gardé.')).toBeVisible()
})

test.describe('in English', () => {
  test.use({ language: 'en' })
  test('RECENT-2 the page names, removes and erases saved numbers', async ({ page }) => {
    await keep(page, [{ number: '90000001', name: 'Mum' }, { number: '90000002' }, { number: '90000003' }])
    await page.goto('/on-this-phone')
    await scripted(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove 90 00 00 01' }).click()
    await expect(page.getByText('90 00 00 01 is no longer kept.')).toBeVisible()
    await page.getByRole('button', { name: 'Erase the numbers' }).click()
    await expect(page.getByText('The numbers are erased.')).toBeFocused()
    expect(await kept(page)).toContain('"numbers":[]')
    await page.getByRole('checkbox', { name: /^Keep the numbers/ }).uncheck()
    expect(await kept(page)).toContain('"no"')
  })
})

const ABSURD = {
  'broken JSON': '{"answer":"yes","numbers":[{"number":"9000',
  'ten thousand entries': JSON.stringify({ answer: 'yes', numbers: Array.from({ length: 10_000 }, () => ({ number: '90000001' })) }),
  'foreign numbers': '{"answer":"yes","numbers":[{"number":"+33612345678"},{"number":"<b>90000001</b>"}]}',
  'other kinds of things': '[{"answer":[{}]}]',
}

test('RECENT-3 whatever other scripts wrote into storage, forms work, markup stays text, and the page of the phone can empty it', async ({
  page,
}) => {
  for (const [name, text] of Object.entries(ABSURD)) {
    await page.goto('/on-this-phone')
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [KEY, text] as const)
    await page.reload()
    await scripted(page)
    await expect(page.getByText('Aucun numéro n’est gardé.'), name).toBeVisible()
    await page.goto('/check-balance')
    await scripted(page)
    await expect(page.locator('[data-numbers]'), name).toBeHidden()
    await page.getByLabel('Votre numéro').fill('90000001')
    await expect(page.getByLabel('Votre numéro'), name).toHaveValue('90 00 00 01')
  }
  const markup = '<img src=x onerror=this.ownerDocument.title=1>'
  await page.evaluate(
    ([key, name]) => localStorage.setItem(key, JSON.stringify({ answer: 'yes', numbers: [{ number: '90000001', name }] })),
    [KEY, markup] as const,
  )
  await page.reload()
  await expect(page.getByRole('button', { name: /^90 00 00 01 <img src=x/ })).toBeVisible()
  await expect(page.locator('main img')).toHaveCount(0)
})

test('RECENT-3 a browser that refuses storage shows nothing of it, and pays as before', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('refused', 'SecurityError')
      },
    }),
  )
  await recharge(page, '91111173')
  await expect(page.getByText('Garder 91 11 11 73')).toBeHidden()
  await page.goto('/on-this-phone')
  await expect(page.getByText('Ce navigateur ne permet pas à ce site de garder quoi que ce soit.')).toBeVisible()
  await expect(page.getByRole('checkbox')).toBeDisabled()
})

test('RECENT-3 with a full storage the page says that the number could not be saved', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await recharge(page, '91111174')
  await page.getByRole('button', { name: 'Garder', exact: true }).click()
  await expect(page.getByText('Ce téléphone n’a pas pu garder le numéro.')).toBeVisible()
})

test('RECENT-3 a phone without saved numbers loads no script for them, and of saved numbers only the typed one reaches the server', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto('/check-balance')
  await scripted(page)
  expect(asked.filter((line) => line.includes('kept-numbers'))).toEqual([])
  await keep(page, [
    { number: '90000001', name: 'Maman' },
    { number: '90000002', name: 'Ibrahim' },
  ])
  await page.goto('/prepaid-recharge')
  await page.getByRole('button', { name: '90 00 00 02 Ibrahim', exact: true }).click()
  await scripted(page)
  await page.getByRole('textbox', { name: 'Montant' }).fill('500')
  await page.getByRole('button', { name: 'Acheter du crédit' }).click()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
  expect(asked.filter((line) => /Maman|Ibrahim|90000001/.test(line))).toEqual([])
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('RECENT-3 the page says that only a browser with script can keep something', async ({ page }) => {
    await page.goto('/on-this-phone')
    await expect(page.locator('noscript [role=status]')).toBeVisible()
    await expect(page.getByRole('checkbox')).toBeHidden()
    await page.goto('/prepaid-recharge')
    await expect(page.locator('[data-numbers]')).toBeHidden()
    // ERASE-1: plain forms erase the visit.
    await page.goto('/on-this-phone')
    await page.getByRole('link', { name: 'Tout effacer de ce téléphone' }).click()
    await page.getByRole('button', { name: 'Oui, tout effacer' }).click()
    await expect(page.getByText('Tout est effacé de ce téléphone, et cette visite est terminée.')).toBeVisible()
  })
})
