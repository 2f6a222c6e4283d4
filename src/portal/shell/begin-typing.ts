import { BY_KEYBOARD, SCROLL } from './history-keys.ts'
import { readFromSession } from './session-texts.ts'

/**
 * Where a page of the hub begins for the keyboard: after the way that was just chosen by it, or (CARD-1) in the empty field that the page
 * waits for (`data-first`), where there is a keyboard: a phone would cover half of its page by its own.
 */
export function beginTyping(): void {
  if (readFromSession(SCROLL)?.endsWith(BY_KEYBOARD))
    return document.querySelector<HTMLElement>('a[data-replace][aria-current]')?.focus({ preventScroll: true })
  const field = document.querySelector<HTMLInputElement>('[data-first]')
  if (field?.value === '' && matchMedia('(hover: hover) and (pointer: fine)').matches) field.focus({ preventScroll: true })
}
