import { announce } from './script-announce.ts'

const OFF = 'console-single-keys'
const GO_MS = 1_500

/** CON-2: single keys move the focus or press a button that is on the page. None moves money; they can be turned off. */
export function startKeys(): void {
  let goUntil = 0
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target) || isOff()) return
    const key = event.key.toLowerCase()
    const isGoing = performance.now() < goUntil
    goUntil = 0
    if (isGoing && follow(`[data-go="${CSS.escape(key)}"]`)) return event.preventDefault()
    if (key === 'g') goUntil = performance.now() + GO_MS
    else if (act(key)) event.preventDefault()
  })
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    if (target.closest('[data-shortcuts]')) openList()
    const source = target.closest<HTMLElement>('button[data-copy]')
    if (source) copy(source)
    const button = target.closest<HTMLElement>('[data-single-keys]')
    if (button) turn(button)
  })
  const button = document.querySelector<HTMLElement>('[data-single-keys]')
  if (button) name(button)
}

/** True when the key did something. */
function act(key: string): boolean {
  if (key === '/') return focusOn('[data-search]')
  if (key === '?') return openList()
  if (key === 'j' || key === 'k') return moveRow(key === 'j' ? 1 : -1)
  if (key === 'enter') return document.activeElement === document.body && follow('tr[data-current] a')
  if (key === 'x') return press('tr[data-current] input[type=checkbox]')
  if (key === 'c') return copyReference()
  return /^[a-z]$/.test(key) && press(`tr[data-current] [data-hotkey="${key}"], [data-hotkey="${key}"]`)
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null
}

function isOff(): boolean {
  return localStorage.getItem(OFF) === 'off'
}

function turn(button: HTMLElement): void {
  localStorage.setItem(OFF, isOff() ? 'on' : 'off')
  name(button)
}

function name(button: HTMLElement): void {
  button.textContent = (isOff() ? button.dataset['on'] : button.dataset['off']) ?? ''
}

function focusOn(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(selector)
  found?.focus()
  return found !== null
}

function follow(selector: string): boolean {
  return press(selector)
}

function press(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(selector)
  found?.click()
  return found !== null
}

function openList(): boolean {
  const list = document.querySelector<HTMLDialogElement>('dialog#shortcuts')
  if (list && !list.open) list.showModal()
  return list !== null
}

function moveRow(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('tr[data-href]')]
  if (rows.length === 0) return false
  const at = rows.findIndex((row) => row.dataset['current'] !== undefined)
  const next = rows[at < 0 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)]
  for (const row of rows) delete row.dataset['current']
  if (!next) return false
  next.dataset['current'] = ''
  next.querySelector<HTMLElement>('a')?.focus()
  next.scrollIntoView({ block: 'nearest' })
  return true
}

function copyReference(): boolean {
  const source = document.querySelector<HTMLElement>('tr[data-current] [data-copy]') ?? document.querySelector<HTMLElement>('[data-copy]')
  if (source) copy(source)
  return source !== null
}

function copy({ dataset }: HTMLElement): void {
  void navigator.clipboard.writeText(dataset['copy'] ?? '').then(() => announce(document.body.dataset['copied'] ?? ''))
}
