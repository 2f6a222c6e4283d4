import { API_PREFIX } from '#calls/addresses.ts'
import { expect, scripted, test } from '../support/journey.ts'
import { startPortal, type RunningPortal } from '../support/start-for-tests.ts'

/** A portal whose operator allows very little, and others who use up all of it that is free. */
let portal: RunningPortal
let others: NodeJS.Timeout | undefined
let lastNumber = 91_500_000

/** One after the other: both stand before the same portal. */
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  portal = await startPortal({ LIMIT_NUMBERS_PER_MINUTE: '20' })
  others = setInterval(() => void look(portal.portalUrl).catch(() => undefined), 250)
  await expect.poll(() => look(portal.portalUrl), { timeout: 30_000 }).toBe('puzzle-needed')
})

test.afterAll(async () => {
  clearInterval(others)
  await portal.stop()
})

/** Somebody with a visit of the server's looks at a number that nobody asked for before. */
async function look(origin: string): Promise<string> {
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${origin}${API_PREFIX}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', origin, cookie },
    })
  const msisdn = String((lastNumber += 1))
  const [cookie = ''] = (await post('/visit/v1/prefill', { type: 'prepaid', msisdn })).headers.getSetCookie()
  const answer: { code?: string } = await (await post('/subscriber/validate', { msisdn }, cookie.split(';')[0])).json()
  return answer.code ?? 'answered'
}

test('abuse 82 while very many ask, the phone solves a puzzle by itself and the visitor goes on', async ({ page }) => {
  const solved = page.waitForRequest((request) => request.headers()['x-puzzle'] !== undefined)
  await page.goto(`${portal.portalUrl}/prepaid-recharge`)
  await scripted(page)
  await page.getByLabel('Numéro de mobile').fill('90000001')
  await solved
  await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
  await expect(page.getByText('Beaucoup de demandes')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Montant' }).fill('500')
  await page.getByRole('button', { name: 'Acheter du crédit' }).click()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('abuse 81, 82 who cannot solve a puzzle buys all the same', async ({ page }) => {
    await page.goto(`${portal.portalUrl}/prepaid-recharge`)
    await page.getByLabel('Numéro de mobile').fill('90110055')
    await page.getByRole('textbox', { name: 'Montant' }).fill('500')
    await page.getByRole('button', { name: 'Acheter du crédit' }).click()
    await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
  })
})
