import type { Page } from '@playwright/test'
import { expect, scripted, test } from '../support/journey.ts'

/** Each island, where it stands, and what shows that it is at work. */
const ISLANDS = [
  { path: '/prepaid-recharge', file: 'recharge-form' },
  { path: '/data-bundle', file: 'bundle-form' },
]

/** A phone that saves data: nothing wakes unasked. */
async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
}

const island = (page: Page) => page.locator('x-island')
const number = (page: Page) => page.getByLabel('Numéro de mobile')

/** The files that a page names for its island. */
async function filesOf(page: Page): Promise<string[]> {
  return ((await island(page).getAttribute('data-files')) ?? '').split(' ')
}

for (const { path } of ISLANDS) {
  test(`${path}: the island sleeps until it is touched, then goes on with what was typed`, async ({ page }) => {
    await saveData(page)
    const scripts: string[] = []
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
    await page.goto(path)
    await page.waitForFunction(() => document.documentElement.dataset.shell === 'on')
    expect(scripts).toHaveLength(1)
    await number(page).fill('90000001')
    await expect(island(page)).toHaveAttribute('data-state', 'awake')
    await expect(number(page)).toHaveValue('90 00 00 01')
    await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
  })

  test(`${path}: what was typed before script is not lost`, async ({ page }) => {
    await saveData(page)
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await released
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await number(page).fill('90000001')
    release()
    await page.waitForFunction(() => document.documentElement.dataset.shell === 'on')
    await number(page).press('End')
    await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
    await expect(number(page)).toHaveValue('90 00 00 01')
  })

  test.describe('with mistakes on purpose', () => {
    test.use({ failsOnPageErrors: false })

    test(`${path}: a file that fails once is fetched again at the next touch`, async ({ page }) => {
      await saveData(page)
      await page.goto(path)
      const [own = ''] = await filesOf(page)
      let failures = 0
      await page.route(`**${own}*`, (route) => (failures++ === 0 ? route.abort() : route.continue()))
      await number(page).focus()
      await expect(island(page)).toHaveAttribute('data-state', 'asleep')
      await number(page).fill('90000001')
      await expect(island(page)).toHaveAttribute('data-state', 'awake')
      await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
    })

    test(`${path}: without its file the form posts, and the server answers`, async ({ page }) => {
      await page.goto(path)
      const files = await filesOf(page)
      await page.route(`**${files[0]}*`, (route) => route.abort())
      await page.reload()
      await number(page).fill('90000001')
      await number(page).press('Enter')
      await expect(page).toHaveURL(/answer=/)
      await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
    })

    test(`${path}: an island that breaks leaves the server’s form, which works`, async ({ page }) => {
      await saveData(page)
      await page.goto(path)
      await page.evaluate(() => document.querySelector('x-island')?.setAttribute('data-props', '{}'))
      await number(page).focus()
      await expect(island(page)).toHaveAttribute('data-state', /broken|asleep/)
      await number(page).fill('90000001')
      await number(page).press('Enter')
      await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
    })
  })
}

test('PRE-3 a usual amount that is pressed before script is there is taken when it is', async ({ page }) => {
  await saveData(page)
  await page.goto('/prepaid-recharge')
  await page.waitForFunction(() => document.documentElement.dataset.shell === 'on')
  await page.getByRole('button', { name: /^2.000/ }).click()
  await expect(page.getByRole('textbox', { name: 'Montant' })).toHaveValue(/^2.000$/)
})

test('BUN-1 a tab that is pressed before script is there opens in place', async ({ page }) => {
  await saveData(page)
  await page.goto('/data-bundle?msisdn=90000001')
  await page.waitForFunction(() => document.documentElement.dataset.shell === 'on')
  await page.getByRole('link', { name: 'Appels' }).click()
  await expect(page.getByRole('tab', { name: 'Appels' })).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(/msisdn=90000001$/)
})

test('after a refused form, refresh and Back never ask to send it again', async ({ page }) => {
  await page.goto('/data-bundle')
  await scripted(page)
  await number(page).fill('9000')
  await page.getByRole('button', { name: 'Voir les forfaits' }).click()
  await expect(page).toHaveURL(/answer=/)
  await expect(page.getByText('Numéro de mobile non valide')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Numéro de mobile non valide')).toBeVisible()
  await page.goto('/about')
  await page.goBack()
  await expect(page.getByText('Numéro de mobile non valide')).toBeVisible()
})

test('STATE-3 what was typed stays when the language changes', async ({ page }) => {
  await page.goto('/prepaid-recharge')
  await scripted(page)
  await number(page).fill('9000')
  await page.getByRole('textbox', { name: 'Montant' }).fill('1500')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Online Recharge' })).toBeVisible()
  await expect(page.getByLabel('Mobile number')).toHaveValue('90 00')
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue(/^1.500$/)
})

test('GEN-8 without a network the page stays, says so, and sends by itself when it is back', async ({ page, context }) => {
  await page.goto('/data-bundle')
  await scripted(page)
  await number(page).fill('90000001')
  await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('Vous êtes hors connexion')).toBeVisible()
  await page
    .getByRole('button', { name: /^Acheter / })
    .first()
    .click()
  await expect(page).toHaveURL(/data-bundle/)
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/payment\/start/)
})

test.describe('HELP-2 the search box', () => {
  const box = (page: Page) => page.locator('input[name=q]')
  const suggestion = (page: Page) => page.getByRole('option').filter({ hasText: 'Comment acheter un forfait' })

  test('sleeps until it is touched, then suggests for what was typed', async ({ page }) => {
    await saveData(page)
    const scripts: string[] = []
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
    await page.goto('/gethelp')
    await page.waitForFunction(() => document.documentElement.dataset.shell === 'on')
    expect(scripts).toHaveLength(1)
    await box(page).fill('forfait')
    await expect(suggestion(page)).toBeVisible()
  })

  test('takes what was typed before script', async ({ page }) => {
    await saveData(page)
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/gethelp', { waitUntil: 'commit' })
    await box(page).fill('forfait')
    release()
    await page.waitForFunction(() => document.documentElement.dataset.shell === 'on')
    await box(page).press('End')
    await expect(suggestion(page)).toBeVisible()
  })

  test.describe('with mistakes on purpose', () => {
    test.use({ failsOnPageErrors: false })

    test('tries again after a file that failed once', async ({ page }) => {
      await saveData(page)
      await page.goto('/gethelp')
      const [own = ''] = await filesOf(page)
      let failures = 0
      await page.route(`**${own}*`, (route) => (failures++ === 0 ? route.abort() : route.continue()))
      await box(page).focus()
      await expect(island(page)).toHaveAttribute('data-state', 'asleep')
      await box(page).fill('forfait')
      await expect(suggestion(page)).toBeVisible()
    })

    test('searches by a page without its file', async ({ page }) => {
      await page.goto('/gethelp')
      const [own = ''] = await filesOf(page)
      await page.route(`**${own}*`, (route) => route.abort())
      await page.reload()
      await box(page).fill('forfait')
      await box(page).press('Enter')
      await expect(page).toHaveURL('/gethelp?q=forfait')
      await expect(page.getByRole('heading', { name: 'Résultats pour « forfait »' })).toBeVisible()
    })

    test('searches by a page when it breaks', async ({ page }) => {
      await saveData(page)
      await page.goto('/gethelp')
      await page.evaluate(() => document.querySelector('x-island')?.setAttribute('data-props', '{'))
      await box(page).focus()
      await expect(island(page)).toHaveAttribute('data-state', /broken|asleep/)
      await box(page).fill('forfait')
      await box(page).press('Enter')
      await expect(page).toHaveURL('/gethelp?q=forfait')
    })
  })
})

test.describe('HELP-3 the vote', () => {
  test.use({ failsOnPageErrors: false })
  const thanks = (page: Page) => page.getByText('Merci pour votre avis')

  test('is taken in place from the first touch, without React', async ({ page }) => {
    await saveData(page)
    const sizes: Promise<number>[] = []
    page.on('response', (answer) => {
      if (answer.request().resourceType() === 'script') sizes.push(answer.body().then(({ length }) => length))
    })
    await page.goto('/gethelp/question/101')
    await page.getByRole('button', { name: 'Oui' }).focus()
    await expect(island(page)).toHaveAttribute('data-state', 'awake')
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    await page.getByRole('button', { name: 'Oui' }).click()
    await expect(thanks(page)).toBeFocused()
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
    const bytes = await Promise.all(sizes)
    expect(bytes.length).toBeGreaterThan(1)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(30_000)
  })

  test('is posted when it is pressed before the file is there, and without it', async ({ page }) => {
    await page.goto('/gethelp/question/102')
    const [own = ''] = await filesOf(page)
    const address = page.url()
    await page.route(`**${own}*`, (route) => route.abort())
    await page.reload()
    await page.getByRole('button', { name: 'Non' }).click()
    await expect(thanks(page)).toBeVisible()
    await expect(page).toHaveURL(address)
  })
})

test.describe('NUM-1 the number on the home page', () => {
  test.use({ failsOnPageErrors: false })

  test('is shown in pairs from the first touch, without React', async ({ page }) => {
    await saveData(page)
    const bytes: number[] = []
    page.on('response', async (answer) => {
      if (answer.request().resourceType() === 'script') bytes.push((await answer.body()).length)
    })
    await page.goto('/')
    await page.getByLabel('Numéro à recharger').fill('9012')
    await expect(page.getByLabel('Numéro à recharger')).toHaveValue('90 12')
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(20_000)
  })

  test('is taken without the file that shows it in pairs', async ({ page }) => {
    await page.goto('/')
    const [own = ''] = await filesOf(page)
    await page.route(`**${own}*`, (route) => route.abort())
    await page.reload()
    await page.getByLabel('Numéro à recharger').fill('90000001')
    await page.getByRole('button', { name: 'Continuer' }).click()
    await expect(page).toHaveURL(/\/prepaid-recharge$/)
  })
})
