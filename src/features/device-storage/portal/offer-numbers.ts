import { fillText } from '#shared/fill-text.ts'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import style from './offered-numbers.css?inline'
import type { OfferedNumbersWords } from './offered-words.ts'
import { withoutNumber, type SavedNumber } from '../saved-numbers.ts'
import { changeNumbers, readNumbers, watchNumbers } from './number-storage.ts'

/** Prepended to this file by the server (composition/serve-offered-numbers.ts). */
declare const OFFERED: Record<string, OfferedNumbersWords | undefined>

const words = OFFERED[document.documentElement.lang]
const PLACES = '[data-numbers]'
/** As many as offered-numbers.css has. */
const TINTS = 4

/** RECENT-1, RECENT-2: the numbers of this phone under every number field: a tap fills it in, another one removes the number. */
function offerNumbers(said: OfferedNumbersWords): void {
  function show(): void {
    for (const place of document.querySelectorAll<HTMLElement>(PLACES)) showIn(place)
  }

  function showIn(place: HTMLElement): void {
    const numbers = readNumbers()?.numbers ?? []
    const field = fieldOf(place)
    place.hidden = numbers.length === 0 || !field || field.readOnly || field.disabled
    // The live region stays: a screen reader watches it.
    if (!place.querySelector('ul')) place.append(...frame(said))
    const list = place.querySelector('ul')
    if (list) list.replaceChildren(...numbers.map((kept) => chip(kept, place)))
  }

  function chip({ number, name }: SavedNumber, place: HTMLElement): HTMLElement {
    const shown = formatMobileNumber(number)
    const choose = button(() => {
      fill(place, shown)
      say(place, said.chosenNumber, shown)
    })
    choose.append(shown)
    if (name) choose.append(made('small', name))
    if (name) choose.prepend(initial(number, name))
    const remove = button(() => {
      const at = removers(place).indexOf(remove)
      changeNumbers((saved) => withoutNumber(saved, number))
      show()
      say(place, said.removedNumber, shown)
      // Keyboard focus moves to the next one, the one before it, or the field when none is left.
      const left = removers(place)
      const next = left[at] ?? left[left.length - 1] ?? fieldOf(place)
      next?.focus()
    })
    remove.setAttribute('aria-label', fillText(said.removeNumber, { number: name ? `${shown}, ${name}` : shown }))
    remove.append('×')
    const item = document.createElement('li')
    item.append(choose, remove)
    return item
  }

  show()
  watchNumbers(show)
  // A field that an island rendered later.
  addEventListener('focusin', () => {
    for (const place of document.querySelectorAll<HTMLElement>(`${PLACES}:empty`)) showIn(place)
  })
}

/** People are found by colour before they are read: the first letter of the name, in a colour that stays with the number. */
function initial(number: string, name: string): HTMLElement {
  const letter = made('i', String.fromCodePoint(name.trim().codePointAt(0) ?? 0).toUpperCase())
  letter.setAttribute('aria-hidden', 'true')
  letter.dataset.tint = String(Number(number) % TINTS)
  return letter
}

function frame(said: OfferedNumbersWords): HTMLElement[] {
  const heading = made('p', `${said.offeredTitle} `)
  const way = document.createElement('a')
  way.href = '/on-this-phone'
  way.textContent = said.manage
  heading.append(way)
  const list = document.createElement('ul')
  list.setAttribute('aria-label', said.offeredTitle)
  const news = document.createElement('p')
  news.setAttribute('role', 'status')
  return [heading, list, news]
}

function fieldOf(place: HTMLElement): HTMLInputElement | null {
  return place.previousElementSibling?.querySelector('input') ?? null
}

function removers(place: HTMLElement): HTMLButtonElement[] {
  return [...place.querySelectorAll<HTMLButtonElement>('button + button')]
}

function fill(place: HTMLElement, shown: string): void {
  const field = fieldOf(place)
  if (!field) return
  field.value = shown
  // Fires the same event as typing, so listeners run and an island hydrates.
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function say(place: HTMLElement, sentence: string, number: string): void {
  const news = place.querySelector('[role=status]')
  if (news) news.textContent = fillText(sentence, { number })
}

function button(press: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.addEventListener('click', press)
  return made
}

function made(name: 'p' | 'small' | 'i', text: string): HTMLElement {
  const element = document.createElement(name)
  element.textContent = text
  return element
}

function dress(): void {
  // Browsers without adopted style sheets show plain buttons, which work.
  if (!('replaceSync' in CSSStyleSheet.prototype)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

if (words) {
  dress()
  offerNumbers(words)
}
