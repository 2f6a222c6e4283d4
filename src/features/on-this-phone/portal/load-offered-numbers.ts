import { NUMBERS_KEY, OFFERED_NUMBERS_SCRIPT } from '../number-addresses.ts'

/** RECENT-1: what offers numbers is fetched by a phone that keeps one, and by no other. */
export async function loadOfferedNumbers(): Promise<void> {
  // Another tab may keep the first one.
  onstorage = loadOfferedNumbers
  try {
    // From the portal, wherever this file came from.
    if (String(localStorage.getItem(NUMBERS_KEY)).includes('[{')) await import(/* @vite-ignore */ location.origin + OFFERED_NUMBERS_SCRIPT)
  } catch {
    // A browser that refuses storage keeps nothing; a file that did not come offers nothing.
  }
}
