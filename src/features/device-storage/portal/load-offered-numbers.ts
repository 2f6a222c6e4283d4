import { NUMBERS_KEY, OFFERED_NUMBERS_SCRIPT } from '../number-addresses.ts'

/** RECENT-1: the script that offers numbers is fetched only by a phone with a saved number. */
export async function loadOfferedNumbers(): Promise<void> {
  // Another tab may save the first one.
  onstorage = loadOfferedNumbers
  try {
    // From the portal, wherever this file came from.
    if (String(localStorage.getItem(NUMBERS_KEY)).includes('[{')) await import(/* @vite-ignore */ location.origin + OFFERED_NUMBERS_SCRIPT)
  } catch {
    // Without storage there is nothing to offer; a failed load offers nothing.
  }
}
