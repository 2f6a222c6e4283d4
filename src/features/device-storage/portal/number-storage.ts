import { savedText, readSaved, type SavedNumbers } from '../saved-numbers.ts'
import { NUMBERS_KEY } from '../number-addresses.ts'

/** The numbers saved on this phone; null if the browser refuses storage. */
export function readNumbers(): SavedNumbers | null {
  try {
    return readSaved(localStorage.getItem(NUMBERS_KEY))
  } catch {
    return null
  }
}

/** Reads first what another tab wrote meanwhile. Null when saving failed. */
export function changeNumbers(change: (saved: SavedNumbers) => SavedNumbers): SavedNumbers | null {
  try {
    const saved = change(readSaved(localStorage.getItem(NUMBERS_KEY)))
    localStorage.setItem(NUMBERS_KEY, savedText(saved))
    return saved
  } catch {
    return null
  }
}

/** Keeps tabs in step: the browser's storage event reports writes of other tabs. */
export function watchNumbers(show: () => void): void {
  addEventListener('storage', ({ key }) => {
    // Without a key, all of the storage was cleared.
    if (key === NUMBERS_KEY || key === null) show()
  })
}
