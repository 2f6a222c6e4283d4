import { isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { missingWords, numberProblem } from './number-words.ts'

export type NumberGuard = {
  field: HTMLInputElement
  /** Marks the number in the field as unassigned: it stays refused until it is changed. */
  refuse(): void
}

/**
 * NUM-2 without React: the button of a form is `aria-disabled` until the number is complete. It stays focusable, and a press says what is
 * missing and moves focus there. Before script loads it is a plain button, and the server says the same.
 */
export function guardNumber(element: HTMLElement): NumberGuard | null {
  const field = element.querySelector<HTMLInputElement>('input[name=msisdn]')
  const button = field?.form?.querySelector('button:not([type=button])')
  const note = document.getElementById(field?.getAttribute('aria-describedby') ?? '')
  if (!field?.form || !button || !note) return null
  const { hint = '', required = '', invalid = '', digitMissing = '', digitsMissing = '' } = field.dataset
  const words = { required, invalid, digitMissing, digitsMissing }
  /** A number that the server refused stays refused until it is changed. */
  let refused = field.getAttribute('aria-invalid') ? field.value : null
  const digits = () => nationalDigits(field.value)
  const isReady = () => isMobileNumber(digits()) && field.value !== refused

  function say(problem: string | null): void {
    note?.setAttribute('aria-live', problem === null ? 'off' : 'polite')
    note?.replaceChildren(problem ?? missingWords(digits(), words) ?? hint)
    for (const part of [note, field?.parentElement]) part?.toggleAttribute('data-problem', problem !== null)
    if (problem === null) field?.removeAttribute('aria-invalid')
    else field?.setAttribute('aria-invalid', 'true')
  }
  const judge = () => button.setAttribute('aria-disabled', String(!isReady()))

  field.addEventListener('input', () => {
    if (field.value !== refused) say(null)
    judge()
  })
  field.addEventListener('blur', () => {
    if (digits() === '') say(required)
  })
  field.form.addEventListener('submit', (event) => {
    if (isReady()) return
    event.preventDefault()
    const problem = numberProblem(digits(), words)
    if (problem) say(problem)
    field.focus()
  })
  judge()
  return {
    field,
    refuse() {
      refused = field.value
      say(words.invalid)
      judge()
    },
  }
}
