import type { Page } from '@playwright/test'

/** A phone that saves data: nothing wakes unasked. */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
}

export const island = (page: Page) => page.locator('x-island')

/** The files that a page names for its island. */
export async function filesOf(page: Page): Promise<string[]> {
  return ((await island(page).getAttribute('data-files')) ?? '').split(' ')
}
