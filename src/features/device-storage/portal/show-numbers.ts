import { fillText } from '#shared/fill-text.ts'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import { withAnswer, withName, withoutNumber, type SavedNumber } from '../saved-numbers.ts'
import { CHANGED_EVENT } from './kept-size.ts'
import { changeNumbers, readNumbers, watchNumbers } from './number-storage.ts'

/** RECENT-2: shows the saved numbers; the visitor can name them, remove one or all, or turn saving off. */
export function showNumbers(element: HTMLElement): void {
  const part = <Part extends HTMLElement>(name: string) => element.querySelector<Part>(`[data-${name}]`)
  const [list, news, erase] = ['rows', 'news', 'erase'].map((name) => part(name))
  const consent = part<HTMLInputElement>('consent')
  const pattern = list?.firstElementChild
  if (!list || !news || !erase || !consent || !pattern) return
  pattern.remove()

  function say(sentence: string | undefined, values: Record<string, string> = {}): void {
    if (news) news.textContent = fillText(sentence ?? '', values)
  }

  function show(): void {
    const saved = readNumbers()
    const numbers = saved?.numbers ?? []
    if (list) list.replaceChildren(...numbers.flatMap(row))
    for (const sentence of element.querySelectorAll<HTMLElement>('[data-says]'))
      sentence.hidden = sentence.dataset.says !== (saved === null ? 'blocked' : numbers.length === 0 ? 'none' : '')
    if (erase) erase.hidden = numbers.length === 0
    if (!consent) return
    consent.disabled = saved === null
    consent.checked = saved?.answer === 'yes'
    dispatchEvent(new Event(CHANGED_EVENT))
  }

  function row({ number, name }: SavedNumber): Node[] {
    const item = pattern?.cloneNode(true)
    if (!(item instanceof HTMLElement)) return []
    const shown = formatMobileNumber(number)
    const [label, field, remove] = [item.querySelector('[data-label]'), item.querySelector('input'), item.querySelector('button')]
    if (!label || !field || !remove) return []
    item.hidden = false
    label.textContent = fillText(list?.dataset.nameOf ?? '', { number: shown })
    remove.setAttribute('aria-label', fillText(list?.dataset.remove ?? '', { number: shown }))
    field.value = name
    field.addEventListener('change', () => {
      const named = changeNumbers((saved) => withName(saved, number, field.value))?.numbers.find((kept) => kept.number === number)
      field.value = named?.name ?? ''
      if (named) say(named.name ? news?.dataset.named : news?.dataset.unnamed, { number: shown, name: named.name })
    })
    remove.addEventListener('click', () => {
      const at = [...(list?.children ?? [])].indexOf(item)
      changeNumbers((saved) => withoutNumber(saved, number))
      show()
      say(news?.dataset.removed, { number: shown })
      const next = list?.children[at] ?? list?.lastElementChild
      ;(next?.querySelector('button') ?? news)?.focus()
    })
    return [item]
  }

  consent.addEventListener('change', () => {
    const hadNumbers = (readNumbers()?.numbers.length ?? 0) > 0
    changeNumbers((saved) => withAnswer(saved, consent.checked ? 'yes' : 'no'))
    show()
    say(hadNumbers ? news.dataset.erased : '')
  })
  part('erase-all')?.addEventListener('click', () => {
    changeNumbers((saved) => ({ ...saved, numbers: [] }))
    show()
    say(news.dataset.erased)
    news.focus()
  })
  show()
  watchNumbers(show)
}
