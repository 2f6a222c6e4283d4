import { keepInSession } from './session-texts.ts'

const LANGUAGE_STEP = 'typed'
const PAGES = 'typed-pages'
const MAX_PAGES = 8

/** The values of a page's fields, by their names. */
type Typed = Record<string, string | boolean>

/**
 * Typed values are saved in this tab. STATE-3: all of them for the one step of a language change. GEN-9: numbers, amounts, addresses and
 * choices also survive a refresh or a return to the page, and fields with `data-keep`; anything else may be a secret typed by mistake.
 * Nothing outlives the tab.
 */
export function keepTypedValues(): void {
  const { at, typed } = readKept<{ at?: string; typed?: Typed }>(LANGUAGE_STEP)
  if (at === location.pathname) giveBack(typed)
  else if (isSamePageAgain()) giveBack(readKept<Record<string, Typed>>(PAGES)[pageName()])

  addEventListener('submit', ({ target }) => {
    if (target instanceof HTMLFormElement && target.dataset.language !== undefined)
      keepInSession(LANGUAGE_STEP, JSON.stringify({ at: location.pathname, typed: typedValues(() => true) }))
  })
  addEventListener('pagehide', keepPage)
}

/** A page opened by a new navigation starts with empty fields. */
function isSamePageAgain(): boolean {
  const entries = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entries.some(({ type }) => type === 'reload' || type === 'back_forward')
}

/** The redisplay of a form is another view of the same page. */
function pageName(): string {
  const query = new URLSearchParams(location.search)
  query.delete('answer')
  return `${location.pathname}?${query.toString()}`
}

function readKept<Kept extends object>(key: string): Partial<Kept> {
  try {
    const text = sessionStorage.getItem(key)
    // Good for one step.
    if (key === LANGUAGE_STEP) sessionStorage.removeItem(key)
    return JSON.parse(text ?? '{}') as Partial<Kept>
  } catch {
    // Storage is refused, or holds foreign data.
    return {}
  }
}

function keepPage(): void {
  const here = pageName()
  const others = Object.entries(readKept<Record<string, Typed>>(PAGES)).filter(([name]) => name !== here)
  keepInSession(PAGES, JSON.stringify(Object.fromEntries([...others.slice(1 - MAX_PAGES), [here, typedValues(isWhatItIsFor)]])))
}

/** Abuse 86: four digits in a row, or an address among other words, may be a secret typed by mistake. */
const LIKE_A_SECRET = /(\d[\s.-]?){4}|\s\S+@|@\S+\s/

/** Restores digits into numeric fields, addresses into address fields, choices, and what a form declares as harmless. */
function isWhatItIsFor({ type, inputMode, value, validity, dataset }: HTMLInputElement): boolean {
  if (dataset.keep !== undefined) return !LIKE_A_SECRET.test(value)
  if (type === 'email') return validity.valid
  return isTicked(type) || type === 'select-one' || (inputMode === 'numeric' && /^[\d\s,]{0,12}$/.test(value))
}

function typedValues(isKept: (field: HTMLInputElement) => boolean): Typed {
  const kept = namedFields().filter(([, field]) => isKept(field))
  return Object.fromEntries(kept.map(([name, field]) => [name, isTicked(field.type) ? field.checked : field.value]))
}

function giveBack(typed: Typed | undefined): void {
  if (!typed) return
  for (const [name, field] of namedFields()) {
    const value = typed[name]
    if (typeof value === 'boolean') field.checked = value
    else if (value !== undefined && !field.readOnly) field.value = value
  }
}

/** Identifies a field by name, by value for choices, and by index among fields alike: a reloaded page may have other fields before it. */
function namedFields(): [string, HTMLInputElement][] {
  const seen = new Map<string, number>()
  return fields().map((field) => {
    const name = isTicked(field.type) ? `${field.name}=${field.value}` : field.name
    const place = seen.get(name) ?? 0
    seen.set(name, place + 1)
    return [`${name} ${place}`, field]
  })
}

/** Secrets are left out. */
function fields(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('main input,main textarea,main select')].filter(
    (field) => field.name && !field.matches('[type=hidden]:not([data-keep]),[type=password],[autocomplete=one-time-code],[data-secret]'),
  )
}

function isTicked(type: string): boolean {
  return type === 'checkbox' || type === 'radio'
}
