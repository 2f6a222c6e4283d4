import { plainIsland } from '#plain-island'
import { isMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'
import { withAnswer, withoutNumber, withPaid } from '../saved-numbers.ts'
import { changeNumbers, readNumbers } from './number-storage.ts'

/** RECENT-1: on a receipt, saves the paid number if the visitor agreed, and stores the answer to that question. */
function hydrate(element: HTMLElement): void {
  const section = element.querySelector<HTMLElement>('[data-keep]')
  const [title, help] = [element.querySelector('h2'), element.querySelector('p')]
  const [yes, no] = element.querySelectorAll('button')
  const { keep: paid, payment = '' } = section?.dataset ?? {}
  if (!section || !title || !help || !yes || !no || !isMobileNumber(paid)) return
  const number: MobileNumber = paid
  const words = section.dataset

  /** Replaces the question with one sentence and focuses it. */
  function end(sentence: string | undefined): void {
    for (const part of [help, yes, no]) part?.remove()
    say(sentence)
  }

  function say(sentence: string | undefined): void {
    if (title) title.textContent = sentence ?? ''
    title?.focus()
  }

  function showKept(): void {
    const way = document.createElement('a')
    way.href = '/on-this-phone'
    way.textContent = words.nameIt ?? ''
    help?.replaceChildren(way)
    yes?.remove()
    if (!no || !title) return
    no.textContent = words.remove ?? ''
    title.textContent = words.kept ?? ''
  }

  yes.addEventListener('click', () => {
    if (!changeNumbers((saved) => withPaid(withAnswer(saved, 'yes'), number, payment))) return end(words.failed)
    showKept()
    title.focus()
  })
  no.addEventListener('click', () => {
    const isKept = readNumbers()?.answer === 'yes'
    const left = changeNumbers((saved) => (isKept ? withoutNumber(saved, number) : withAnswer(saved, 'no')))
    end(left ? (isKept ? words.removed : words.no) : words.failed)
  })
  const saved = readNumbers()
  const kept = saved?.answer === 'yes' ? changeNumbers((before) => withPaid(before, number, payment)) : null
  const isKept = kept?.numbers.some((one) => one.number === number) ?? false
  if (isKept) showKept()
  section.hidden = !(isKept || saved?.answer === null)
}

export default plainIsland('keep-number', hydrate)
