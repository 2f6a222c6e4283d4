import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { listen, readAloud } from '../support/heard.ts'
import { expect, scripted, test } from '../support/journey.ts'
import { creditsTo } from '../support/buying-steps.ts'
import { expectHeading, PAID, payersIn } from '../support/wallet-steps.ts'

const TRANSCRIPT = join(import.meta.dirname, 'recharge-transcript.txt')
const MAX_TABS = 30

type Focused = { name: string; isRinged: boolean; isSeen: boolean }

/** What has the focus: its name, whether it is ringed, and whether nothing lies over it. */
async function focused(page: Page): Promise<Focused> {
  return page.evaluate(() => {
    const { activeElement: element } = document
    if (!(element instanceof HTMLElement)) return { name: '', isRinged: false, isSeen: false }
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : null
    const name = (element.getAttribute('aria-label') ?? (label ?? element).textContent ?? '').replace(/\s+/g, ' ').trim()
    // A field is ringed by its box.
    const isRinged = [element, element.parentElement].some((each) => each && getComputedStyle(each).outlineStyle !== 'none')
    const { left, top, width, height } = element.getBoundingClientRect()
    const over = document.elementFromPoint(left + width / 2, top + height / 2)
    return { name, isRinged, isSeen: over !== null && (element.contains(over) || over.contains(element)) }
  })
}

/** Walks by Tab alone; everything on the way is ringed and nothing covers it. Returns the number of presses. */
async function tabTo(page: Page, wanted: RegExp, key = 'Tab'): Promise<number> {
  for (let presses = 0; presses <= MAX_TABS; presses += 1) {
    const { name } = await focused(page)
    // What takes focus may be scrolled into view first.
    if (presses > 0) await expect.poll(() => focused(page)).toEqual({ name, isRinged: true, isSeen: true })
    if (wanted.test(name)) return presses
    await page.keyboard.press(key)
  }
  throw new Error(`${String(wanted)} is not reached by ${MAX_TABS} presses`)
}

test('HUB-1 MM-2 STAT-5 WCAG 2.1.1, 2.4.3, 2.4.7, 2.4.11: a whole recharge by keyboard alone: every stop is ringed, none is covered, and few lead to the end', async ({
  page,
  request,
}) => {
  const line = '90731401'
  let presses = 0
  await page.goto('/')
  await scripted(page)
  presses += await tabTo(page, /^Numéro à recharger$/)
  await page.keyboard.type(line)
  await expect(page.getByText('Ligne prépayée').first()).toBeVisible()
  presses += await tabTo(page, /^1.000.F/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/payment\/start\/card/)
  await scripted(page)
  // The form of the card waits for its address: the ways before it are the other way.
  await expect(page.getByLabel('Adresse e-mail')).toBeFocused()
  presses += await tabTo(page, /^Ténéré Money/, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/payment\/start\/tenere-money/)
  await scripted(page)
  // The form of what was chosen is next.
  await page.keyboard.press('Tab')
  expect((await focused(page)).name).toBe('Numéro de mobile')
  presses += 1 + (await tabTo(page, /^Payer 1.000.F$/))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/payment\/status\?id=/, { timeout: 25_000 })
  await payersIn(request).answerPrompt(line, { answer: 'accept', pin: '1234' })
  await expectHeading(page, PAID)
  presses += await tabTo(page, /^Recharger encore 1.000.F$/)
  expect(await creditsTo(request, line)).toEqual([1000])
  test.info().annotations.push({ type: 'keyboard', description: `${presses} presses of Tab` })
  expect(presses).toBeLessThanOrEqual(26)
})

test('HUB-1 MM-2 STAT-5 WCAG 4.1.2, 4.1.3: what a screen reader reads and announces during a whole recharge, in order', async ({
  page,
  request,
}) => {
  const line = '90731402'
  const heard = await listen(page)
  const parts: string[] = []
  const read = async (title: string, part = page.locator('main')) => {
    await scripted(page)
    parts.push(`# ${title}`, ...heard().map((words) => `> ${tidy(words)}`), (await readAloud(part)).trimEnd(), '')
  }
  const number = page.getByLabel('Numéro à recharger')
  await page.goto('/')
  await read('Home, the number', page.locator('form', { has: number }))
  await number.fill(line)
  await expect(page.getByText('Ligne prépayée').first()).toBeVisible()
  await read('Home, the line is recognised', page.locator('form', { has: number }))
  await page.getByRole('button', { name: /^1.000.F/ }).click()
  await expect(page).toHaveURL(/\/payment\/start\/card/)
  await read('Ways to pay, card')
  await page.getByRole('link', { name: 'Ténéré Money' }).click()
  await expect(page).toHaveURL(/\/payment\/start\/tenere-money/)
  await read('Ways to pay, wallet')
  await page.getByRole('button', { name: /^Payer/ }).click()
  await expect(page).toHaveURL(/\/payment\/status\?id=/, { timeout: 25_000 })
  await read('The request waits on the phone')
  await payersIn(request).answerPrompt(line, { answer: 'accept', pin: '1234' })
  await expectHeading(page, PAID)
  // That it is paid is announced, too, where the delivery takes longer than until the next look.
  const announced = heard().at(-1)
  parts.push('# The result', `> ${tidy(announced ?? 'nothing')}`, '')
  await read('The receipt')
  const transcript = parts.join('\n')
  // Looked through by a person, then stored: WRITE_TRANSCRIPT=yes npm run journeys -- keyboard
  if (process.env.WRITE_TRANSCRIPT === 'yes') writeFileSync(TRANSCRIPT, transcript)
  expect(transcript).toBe(readFileSync(TRANSCRIPT, 'utf8'))
})

/** The seconds that are announced depend on the machine. */
function tidy(words: string): string {
  return words.replace(/[  ]/g, ' ').replace(/\d min \d+ s|\b\d+ s\b/g, '<time left>')
}
