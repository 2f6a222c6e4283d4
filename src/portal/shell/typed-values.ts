import { dropFromSession, keepInSession, readFromSession } from './session-texts.ts'

const KEY = 'typed'

/** STATE-3: what was typed stays when only the language changes. Secrets are left out, and nothing is kept longer than that one step. */
export function keepTypedValues(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-language]')
  // A tab that chose its language before the cookie was lost (or refused) goes on in it.
  if (form && readFromSession('selectedLanguage') === form.dataset.language) form.requestSubmit(form.querySelector('button'))
  giveBack()
  addEventListener('submit', ({ target }) => {
    const language = target instanceof HTMLFormElement ? target.dataset.language : undefined
    if (language === undefined) return
    keepInSession('selectedLanguage', language)
    keepInSession(KEY, JSON.stringify({ at: location.pathname, values: typedValues() }))
  })
}

function fields(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('main input, main textarea, main select')].filter(
    ({ name, type, autocomplete, dataset }) =>
      name !== '' && type !== 'hidden' && type !== 'password' && autocomplete !== 'one-time-code' && dataset.secret === undefined,
  )
}

function typedValues(): (string | boolean)[] {
  return fields().map((field) => (isTicked(field) ? field.checked : field.value))
}

function giveBack(): void {
  try {
    const { at, values } = JSON.parse(readFromSession(KEY) ?? '{}') as { at?: string; values?: (string | boolean)[] }
    dropFromSession(KEY)
    if (at !== location.pathname || !values) return
    fields().forEach((field, place) => {
      const value = values[place]
      if (typeof value === 'boolean') field.checked = value
      else if (value !== undefined) field.value = value
    })
  } catch {
    // Storage that is refused or holds something else: nothing to give back.
  }
}

function isTicked({ type }: HTMLInputElement): boolean {
  return type === 'checkbox' || type === 'radio'
}
