const FIELDS = 'main form[method=post] textarea, main form[method=post] input[type=text]'

/**
 * What was typed into a form survives the end of a session: it stays in this tab, for this person and page, until it was sent. Signing out
 * removes it.
 */
export function keepDrafts(): void {
  const { reader } = document.body.dataset
  if (reader === undefined) {
    if (location.pathname.startsWith('/sign-out') || location.pathname.startsWith('/signed-out')) sessionStorage.clear()
    return
  }
  const keyOf = (field: HTMLInputElement | HTMLTextAreaElement) =>
    `draft ${reader} ${location.pathname} ${field.form?.getAttribute('action') ?? ''} ${field.name}`
  const isSent = document.querySelector('[data-done]') !== null
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(FIELDS)) {
    const key = keyOf(field)
    if (isSent) sessionStorage.removeItem(key)
    const kept = sessionStorage.getItem(key)
    if (kept !== null && field.value === '') field.value = kept
    field.addEventListener('input', () => sessionStorage.setItem(key, field.value))
  }
}
