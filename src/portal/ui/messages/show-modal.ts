/** What a modal needs besides its markup. Without React, so that islands that have none can open one too. */

export function focusedElement(): HTMLElement | null {
  return typeof document !== 'undefined' && document.activeElement instanceof HTMLElement ? document.activeElement : null
}

/** Focus goes to what asked for it with `autoFocus`, else to the title, so that a screen reader begins at the beginning. */
export function showModal(dialog: HTMLDialogElement): void {
  const wanted = focusedElement()
  // An element that is open without being modal refuses to become so.
  dialog.removeAttribute('open')
  dialog.showModal()
  const start = wanted && dialog.contains(wanted) ? wanted : dialog.querySelector('h2')
  start?.focus()
}

let openDialogs = 0

/** The page behind does not scroll while a dialog is open, nor move aside when its scroll bar goes. */
export function lockPage(): () => void {
  const { clientWidth } = document.documentElement
  if (openDialogs === 0) document.documentElement.setAttribute('data-locked', window.innerWidth > clientWidth ? 'beside-scroll-bar' : '')
  openDialogs += 1
  return () => {
    openDialogs -= 1
    if (openDialogs === 0) document.documentElement.removeAttribute('data-locked')
  }
}

/** A dialog that the server opened and that has no way to close but the ways on inside it. */
export function keepModal(dialog: HTMLDialogElement): void {
  showModal(dialog)
  lockPage()
  dialog.addEventListener('cancel', (event) => event.preventDefault())
  // Browsers without `closedby` let a second Escape through whatever the page says.
  dialog.addEventListener('close', () => showModal(dialog))
}
