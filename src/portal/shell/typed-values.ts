const KEY = 'typed'

/** STATE-3: what was typed stays when only the language changes. Secrets are left out, and nothing is kept longer than that one step. */
export function keepTypedValues(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-language]')
  // A tab that chose its language before the cookie was lost (or refused) goes on in it.
  if (form && read('selectedLanguage') === form.dataset.language) form.requestSubmit(form.querySelector('button'))
  giveBack()
  addEventListener('submit', ({ target }) => {
    const language = target instanceof HTMLFormElement ? target.dataset.language : undefined
    if (language === undefined) return
    write('selectedLanguage', language)
    write(KEY, JSON.stringify({ at: location.pathname, values: typedValues() }))
  })
}

function fields(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('main input, main textarea, main select')].filter(
    (field) => field.name !== '' && field.type !== 'hidden' && field.type !== 'password' && field.dataset.secret === undefined,
  )
}

function typedValues(): (string | boolean)[] {
  return fields().map((field) => (isTicked(field) ? field.checked : field.value))
}

function giveBack(): void {
  try {
    const { at, values } = JSON.parse(read(KEY) ?? '{}') as { at?: string; values?: (string | boolean)[] }
    sessionStorage.removeItem(KEY)
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

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // A mirror only.
  }
}
