/** A target on the page: a field by label, a control by text, a heading, or any text. */
export type Sought = { kind: 'field' | 'press' | 'heading' | 'words'; words: RegExp }

type Wanted = { kind: Sought['kind']; source: string; flags: string }
export type Found = { x: number; y: number; isUnderPointer: boolean; value: string; says: string }

export function wanted({ kind, words }: Sought): Wanted {
  return { kind, source: words.source, flags: words.flags }
}

/**
 * Runs inside the page, so it has no imports. It finds visible elements and, unless only read, enabled and uncovered ones. An open dialog
 * precedes the page under it.
 */
export function findOnPage({ kind, source, flags }: Wanted): Found | null {
  const SELECTORS = {
    field: 'input:not([type=hidden]), textarea, select',
    press: 'a[href], button, label, summary, [role=button]',
    heading: 'h1, h2, h3',
    words: 'body *',
  }
  if (kind === 'press' && document.readyState === 'loading') return null
  const pattern = new RegExp(source, flags)
  const saysIn = (element: Element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  const labelOf = (field: Element) =>
    field.getAttribute('aria-label') ?? [...((field as HTMLInputElement).labels ?? [])].map(saysIn).join(' ')
  const nameOf = (element: Element) => {
    if (kind === 'field') return labelOf(element)
    return (kind === 'press' && element.getAttribute('aria-label')) || saysIn(element)
  }
  const isThere = (element: Element) => pattern.test(nameOf(element)) && element.checkVisibility({ visibilityProperty: true })
  const dialog = document.querySelector('dialog[open]')
  const inDialog = dialog ? [...dialog.querySelectorAll(SELECTORS[kind])].filter(isThere) : []
  const all = inDialog.length > 0 ? inDialog : [...document.querySelectorAll(SELECTORS[kind])].filter(isThere)
  // The innermost of nested elements.
  const element = kind === 'words' ? all.at(-1) : all[0]
  if (!element) return null
  const isRead = kind === 'words' || kind === 'heading'
  if (!isRead) element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const above = document.elementFromPoint(x, y)
  const isCovered = !above || !(element.contains(above) || above.contains(element))
  if (!isRead && (isCovered || element.matches(':disabled, [aria-disabled=true]'))) return null
  return { x, y, isUnderPointer: element.matches(':hover'), value: (element as HTMLInputElement).value ?? '', says: saysIn(element) }
}
