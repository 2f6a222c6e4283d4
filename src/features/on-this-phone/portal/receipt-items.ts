import type { KeptReceipt } from '../kept-receipts.ts'

/** OFF-5: a copy as an item of a list, all of it text: on its page, and on the one that says there is no network. */
export function receiptItem({ reference, what, sum, goal, state, date, keptAt }: KeptReceipt, copyOf: string): HTMLLIElement {
  const item = document.createElement('li')
  const lines = [what, goal ? `${sum} → ${goal}` : sum, `${state} · ${date}`, reference, copyOf.replace('{date}', momentOf(keptAt))]
  for (const [place, words] of lines.entries()) {
    const line = document.createElement(place === 1 ? 'b' : place === lines.length - 1 ? 'small' : 'span')
    line.textContent = words
    item.append(line)
  }
  return item
}

function momentOf(keptAt: number): string {
  const language = document.documentElement.lang === 'en' ? 'en-GB' : 'fr'
  return new Date(keptAt).toLocaleString(language, { dateStyle: 'long', timeStyle: 'short' })
}
