/** The behaviour of a modal. Without React, so that plain islands can open one too. */

export function focusedElement(): HTMLElement | null {
  return typeof document !== 'undefined' && document.activeElement instanceof HTMLElement ? document.activeElement : null
}

/** Focus goes to what asked for it with `autoFocus`, else to the title, so that a screen reader begins at the beginning. */
export function showModal(dialog: HTMLDialogElement): void {
  const wanted = focusedElement()
  // `showModal()` throws on a dialog that is already open without being modal.
  dialog.removeAttribute('open')
  dialog.showModal()
  const start = wanted && dialog.contains(wanted) ? wanted : dialog.querySelector('h2')
  start?.focus()
}

let openDialogs = 0

/** The page behind does not scroll while a dialog is open, nor shift when its scroll bar disappears. */
export function lockPage(): () => void {
  const { clientWidth } = document.documentElement
  if (openDialogs === 0) document.documentElement.setAttribute('data-locked', window.innerWidth > clientWidth ? 'beside-scroll-bar' : '')
  openDialogs += 1
  return () => {
    openDialogs -= 1
    if (openDialogs === 0) document.documentElement.removeAttribute('data-locked')
  }
}

/** A dialog opened by the server that can only be left by the links and buttons inside it. */
export function keepModal(dialog: HTMLDialogElement): void {
  showModal(dialog)
  lockPage()
  dialog.addEventListener('cancel', (event) => event.preventDefault())
  // Browsers without `closedby` let a second Escape through whatever the page says.
  dialog.addEventListener('close', () => showModal(dialog))
}
