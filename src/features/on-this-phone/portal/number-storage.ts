import { bookText, readBook, type NumberBook } from '../kept-numbers.ts'
import { NUMBERS_KEY } from '../number-addresses.ts'

/** The numbers of this phone; null where the browser lets nothing be kept. */
export function readNumbers(): NumberBook | null {
  try {
    return readBook(localStorage.getItem(NUMBERS_KEY))
  } catch {
    return null
  }
}

/** What another tab wrote meanwhile is read first. Null when the phone could not keep it. */
export function changeNumbers(change: (book: NumberBook) => NumberBook): NumberBook | null {
  try {
    const book = change(readBook(localStorage.getItem(NUMBERS_KEY)))
    localStorage.setItem(NUMBERS_KEY, bookText(book))
    return book
  } catch {
    return null
  }
}

/** Two tabs agree: the browser tells the others what one of them wrote. */
export function watchNumbers(show: () => void): void {
  addEventListener('storage', ({ key }) => {
    // No key: all of it was emptied.
    if (key === NUMBERS_KEY || key === null) show()
  })
}
