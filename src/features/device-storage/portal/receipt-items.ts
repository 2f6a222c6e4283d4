import type { SavedReceipt } from '../saved-receipts.ts'

/** OFF-5: a saved receipt as a list item, all of it text, with the words of the list's data: for the page of receipts and for the offline page. */
export function receiptItem(
  { reference, what, sum, goal, state, date, madeAt, keptAt }: SavedReceipt,
  copy: { copyOf?: string; locale?: string },
): HTMLLIElement {
  const item = document.createElement('li')
  const lines = [
    what,
    goal ? `${sum} → ${goal}` : sum,
    `${state} · ${date}`,
    reference,
    (copy.copyOf ?? '').replace('{date}', madeAt ?? momentOf(keptAt, copy.locale)),
  ]
  for (const [place, words] of lines.entries()) {
    const line = document.createElement(place === 1 ? 'b' : place === lines.length - 1 ? 'small' : 'span')
    line.textContent = words
    item.append(line)
  }
  return item
}

function momentOf(keptAt: number, locale: string | undefined): string {
  return new Date(keptAt).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short' })
}
