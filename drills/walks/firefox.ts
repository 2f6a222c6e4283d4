import puppeteer, { type Browser } from 'puppeteer-core'
import { isExecutable } from '../../tests/support/chromium.ts'

const PLACES = [
  process.env.FIREFOX,
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  '/snap/bin/firefox',
]

export const HOW_TO_GET_FIREFOX =
  'The walks need Firefox, and none was found. On Debian: apt-get install -y firefox-esr. Elsewhere install Firefox, or name it in the variable FIREFOX.'

export function findFirefoxOrNull(): string | null {
  return PLACES.find((place) => place && isExecutable(place)) ?? null
}

/** Firefox of a reader of French. Script is a preference of the whole program: WebDriver BiDi cannot switch it off for one page there. */
export function openFirefox(executablePath: string, { isScripted }: { isScripted: boolean }): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': 'fr-FR, fr', 'javascript.enabled': isScripted },
  })
}
