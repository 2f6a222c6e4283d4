import { fillText } from '#shared/fill-text.ts'
import { guardNumber } from '#portal/ui/fields/guard-number.ts'
import { regroup } from '#portal/ui/fields/group-digits.ts'
import { NUMBER_GROUPING } from '#portal/ui/fields/number-grouping.ts'
import { suggestEmail } from './email-typo.ts'

/**
 * NUM-1, NUM-2, CARD-1 without React: formats a number in pairs while it is typed, and suggests a correction for a mistyped email address.
 */
export function helpTyping(element: HTMLElement): void {
  guardNumber(element)
  element.addEventListener('input', (event) => {
    const { target } = event
    if (!(target instanceof HTMLInputElement)) return
    if (target.name === 'msisdn') regroup(target, NUMBER_GROUPING, event instanceof InputEvent ? event.inputType : undefined)
    if (target.name === 'email') hintAt(target)
  })
}

function hintAt(field: HTMLInputElement): void {
  const note = document.getElementById(field.getAttribute('aria-describedby') ?? '')
  // A server-side error stays until the next submit.
  if (!note || field.readOnly || field.getAttribute('aria-invalid')) return
  const { hint = '', typo = '' } = field.dataset
  const suggestion = suggestEmail(field.value)
  const words = suggestion ? fillText(typo, { suggestion }) : hint
  if (note.textContent !== words) note.replaceChildren(suggestion ? offer(field, suggestion, words) : words)
}

/** A tap accepts the suggestion. */
function offer(field: HTMLInputElement, suggestion: string, words: string): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = words
  button.addEventListener('click', () => {
    field.value = suggestion
    // Other input listeners must see the change too.
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  })
  return button
}
