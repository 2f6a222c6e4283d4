/**
 * CARD-1: where there is a keyboard, typing begins at once in the field that the page waits for (`data-first`), if it is empty. A phone would
 * cover half of its page by its own.
 */
export function beginTyping(): void {
  const field = document.querySelector<HTMLInputElement>('[data-first]')
  if (field?.value !== '' || document.activeElement !== document.body) return
  if (matchMedia('(hover: hover) and (pointer: fine)').matches) field.focus({ preventScroll: true })
}
