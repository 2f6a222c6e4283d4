import { accessSync, constants } from 'node:fs'

const PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

export function findChromiumOrNull(): string | null {
  return PLACES.find((place) => place && isExecutable(place)) ?? null
}

export function findChromium(): string {
  const found = findChromiumOrNull()
  if (!found) throw new Error('no Chrome or Chromium was found: install one, or name it in the variable CHROMIUM')
  return found
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
