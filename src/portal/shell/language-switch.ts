import { keepInSession, readFromSession } from './session-texts.ts'

/** STATE-3: the tab's language, under the specification's key. */
const CHOSEN = 'selectedLanguage'
const ASKED = 'languageAsked'

/**
 * STATE-3: replaces this page with the same page in another language. A tab that chose its language before the cookie was lost keeps it.
 * If the page after a switch is still in the other language, the browser stores no cookies, and switching again would loop.
 */
export function switchLanguage(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-language]')
  const hasJustAsked = readFromSession(ASKED) !== null
  keepInSession(ASKED, null)
  addEventListener('submit', (event) => {
    const { target, submitter } = event
    if (target !== form || !form) return
    if (submitter instanceof HTMLButtonElement) keepInSession(CHOSEN, codeOf(submitter))
    keepInSession(ASKED, '')
    // Without a network this form waits like other forms.
    if (!navigator.onLine || !(submitter instanceof HTMLButtonElement)) return
    event.preventDefault()
    void switchInPlace(form, submitter)
  })
  const chosen = [...(form?.querySelectorAll('button') ?? [])].find((button) => codeOf(button) === readFromSession(CHOSEN))
  if (!chosen) return
  if (hasJustAsked) keepInSession(CHOSEN, null)
  else form?.requestSubmit(chosen)
}

const codeOf = ({ value }: HTMLButtonElement) => value.toUpperCase()

/** Replaces the history entry, so that back leads to the page before. */
async function switchInPlace(form: HTMLFormElement, { name, value }: HTMLButtonElement): Promise<void> {
  const to = new FormData(form).get('to')
  const body = new URLSearchParams({ to: typeof to === 'string' ? to : '/', [name]: value })
  try {
    await fetch(form.action, { method: 'POST', body, redirect: 'manual' })
    // Never what stands in a field: the server would have looked at it first.
    location.replace(location.pathname + location.search)
  } catch {
    // As without script; a form that is sent like this knows nothing of its button.
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
    form.submit()
  }
}
