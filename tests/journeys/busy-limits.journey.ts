import type { Page } from '@playwright/test'
import { API_PREFIX } from '#calls/addresses.ts'
import { solvePuzzle } from '#portal/network/solve-puzzle.ts'
import type { Puzzle } from '#shared/puzzle.ts'
import { expect, scripted, test } from '../support/journey.ts'
import { startPortal, type RunningPortal } from '../support/start-for-tests.ts'

/** A portal with very low rate limits, and other clients that use up all free capacity. */
let portal: RunningPortal
let others: NodeJS.Timeout | undefined
let machine: Promise<void> | undefined
const over = new AbortController()
let codesTaken = 0
let lastNumber = 91_500_000

const CODES_PER_MINUTE = 60
const CODES_AT_ONCE = CODES_PER_MINUTE / 4

/** Serial: both use the same portal. */
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  portal = await startPortal({ LIMIT_NUMBERS_PER_MINUTE: '20', LIMIT_CODES_PER_MINUTE: String(CODES_PER_MINUTE) })
  others = setInterval(() => void look(portal.portalUrl).catch(() => undefined), 250)
  await expect.poll(() => look(portal.portalUrl), { timeout: 30_000 }).toBe('puzzle-needed')
  machine = takeCodes(portal.portalUrl)
  await expect.poll(() => codesTaken, { timeout: 60_000 }).toBeGreaterThan(CODES_AT_ONCE)
})

test.afterAll(async () => {
  clearInterval(others)
  over.abort()
  await machine
  await portal.stop()
})

/** A visit created by the server looks up a number for the first time. */
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

/** Requests codes as fast as possible, and solves the puzzles. */
async function takeCodes(origin: string): Promise<void> {
  let solution: string | undefined
  while (!over.signal.aborted) {
    const headers = { 'content-type': 'application/json', origin, ...(solution && { 'x-puzzle': solution }) }
    const body = JSON.stringify({ msisdn: String((lastNumber += 1)) })
    const { status, puzzle } = await fetch(`${origin}${API_PREFIX}/otp/v1/send-otp`, { method: 'POST', headers, body }).then(
      (answer) => answer.json() as Promise<{ status: string; puzzle?: Puzzle }>,
      () => ({ status: 'lost', puzzle: undefined }),
    )
    if (status === 'success') codesTaken += 1
    solution = puzzle && (await solvePuzzle(puzzle))
  }
}

async function askForCode(page: Page, msisdn: string): Promise<void> {
  await page.goto(`${portal.portalUrl}/check-balance`)
  await page.getByLabel('Votre numéro').fill(msisdn)
  await page.getByRole('button', { name: 'Recevoir le code par SMS' }).click()
}

test('abuse 91 beside a machine that takes codes as fast as they come the phone waits for its turn, and is sent one', async ({ page }) => {
  const solved = page.waitForRequest((request) => request.url().includes('/send-otp') && request.headers()['x-puzzle'] !== undefined)
  await askForCode(page, '90110056')
  await solved
  await expect(page.getByText(/Nous avons envoyé un code/)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Beaucoup de demandes')).toHaveCount(0)
})

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

  test('abuse 91 who cannot solve a puzzle is sent a code all the same', async ({ page }) => {
    await askForCode(page, '90110057')
    await expect(page.getByText(/Nous avons envoyé un code/)).toBeVisible({ timeout: 30_000 })
  })

  test('abuse 81, 82 who cannot solve a puzzle buys all the same', async ({ page }) => {
    await page.goto(`${portal.portalUrl}/prepaid-recharge`)
    await page.getByLabel('Numéro de mobile').fill('90110055')
    await page.getByRole('textbox', { name: 'Montant' }).fill('500')
    await page.getByRole('button', { name: 'Acheter du crédit' }).click()
    await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
  })
})
