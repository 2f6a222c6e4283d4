import type { Page } from '@playwright/test'

/** A phone that saves data: no island hydrates without a touch. */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
}

export const island = (page: Page) => page.locator('x-island')

/** The files of a page's island. */
export async function filesOf(page: Page): Promise<string[]> {
  return ((await island(page).getAttribute('data-files')) ?? '').split(' ')
}

/** Opens a page and blocks the file of its island. */
export async function openWithoutIsland(page: Page, path: string, part = island(page)): Promise<void> {
  await page.goto(path)
  const [own = ''] = ((await part.getAttribute('data-files')) ?? '').split(' ')
  await page.route(`**${own}*`, (route) => route.abort())
  await page.reload()
}

/** Files of islands that the browser requested since the call. */
export function watchIslandFiles(page: Page): () => Promise<string[]> {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  return async () => {
    const files = await island(page).evaluateAll((islands) => islands.map((element) => element.getAttribute('data-files')))
    return asked.filter((path) => files.some((names) => names?.split(' ').includes(path)))
  }
}

export const untilShell = (page: Page) => page.waitForFunction(() => document.documentElement.dataset.shell === 'on')

/** Holds back every script, or the named ones, until called. */
export async function holdScripts(page: Page, isHeld: (path: string) => boolean = isScript): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(
    ({ pathname }) => isHeld(pathname),
    async (route) => {
      await released
      await route.continue()
    },
  )
  return release
}

function isScript(path: string): boolean {
  return path.startsWith('/assets/') && path.endsWith('.js')
}
