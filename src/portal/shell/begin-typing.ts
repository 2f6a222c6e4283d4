/**
 * CARD-1: typing begins in the empty field that a page waits for (`data-first`), where there is a keyboard: a phone would cover half of its
 * page by its own.
 */
export function beginTyping(): void {
  const field = document.querySelector<HTMLInputElement>('[data-first]')
  if (field?.value === '' && matchMedia('(hover: hover)').matches) field.focus()
}
