import { accessSync, constants } from 'node:fs'

const WHOLE_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Chromium headless shell: the same engine at a quarter of the CPU time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

function firstOf(places: readonly (string | undefined)[]): string | null {
  return places.find((place) => place && isExecutable(place)) ?? null
}

function orThrow(found: string | null): string {
  if (!found) throw new Error('no Chrome or Chromium was found: install one, or name it in the variable CHROMIUM')
  return found
}

/** The browser for journeys and components. */
export const findTestBrowser = (): string => orThrow(firstOf([process.env.CHROMIUM, HEADLESS_SHELL, ...WHOLE_BROWSERS]))

/** The full browser: for measurements and the back/forward cache. */
export const findChromiumOrNull = (): string | null => firstOf([process.env.CHROMIUM, ...WHOLE_BROWSERS])
export const findChromium = (): string => orThrow(findChromiumOrNull())

export function hasHeadlessShell(): boolean {
  return isExecutable(HEADLESS_SHELL)
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
