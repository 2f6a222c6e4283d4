import { RECEIPTS_KEY } from '../receipt-addresses.ts'

/** OFF-5: sets the button on a receipt: save a copy, or remove it. No button if the browser refuses storage. */
export function showCopy(element: HTMLElement): void {
  const button = element.querySelector<HTMLElement>('[data-copy]')
  if (!button) return
  try {
    showState(button, (localStorage.getItem(RECEIPTS_KEY) ?? '').includes(`"${button.dataset.reference}"`))
  } catch {
    button.hidden = true
  }
}

export function showState(button: HTMLElement, isKept: boolean): void {
  const label = button.querySelector('[data-label]') ?? button
  button.dataset.keep ??= label.textContent ?? ''
  button.dataset.state = isKept ? 'kept' : 'not-kept'
  label.textContent = (isKept ? button.dataset.kept : button.dataset.keep) ?? ''
}
