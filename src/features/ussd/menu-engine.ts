import { isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import type { Place } from './places.ts'
import type { Screen, Typed } from './screen.ts'

/** The stored menu state: the path, the page of a long list, and the inputs that the last screen accepts. */
export type MenuState = { trail: Place[]; page: number; choices: Place[]; typed: Typed | null; hasMore: boolean }

/** Why the last input led nowhere: not understood, or refused. */
export type Note = 'choice' | 'number' | 'amount' | 'limits' | 'line'

/** The result of an input; `note` says why the input was invalid. */
export type Step = { trail: Place[]; page: number; note: Note | null }

export const BACK = '0'
export const HOME = '00'
export const MORE = '98'

export const AT_HOME: Step = { trail: [{ at: 'home' }], page: 0, note: null }

/** Maps state and input to the next place. Pure: the same input to the same screen always leads to the same place. */
export function answerScreen(state: MenuState, input: string): Step {
  const typed = input.trim()
  if (typed === HOME) return AT_HOME
  if (typed === BACK) return back(state)
  if (typed === MORE && state.hasMore) return { trail: state.trail, page: state.page + 1, note: null }
  const next = state.typed ? placeOfTyped(state.typed, typed) : choiceOf(state.choices, typed)
  if (next === null) return { trail: state.trail, page: state.page, note: state.typed?.kind ?? 'choice' }
  // A resumed session continues at the place where it was cut.
  if (next.at === 'resume') return { trail: next.trail, page: 0, note: null }
  if (next.at === 'home') return AT_HOME
  return { trail: [...state.trail, next], page: 0, note: null }
}

export function stateOf({ trail, page }: Pick<Step, 'trail' | 'page'>, { choices, typed, hasMore }: Screen): MenuState {
  return { trail, page, choices, typed, hasMore }
}

export function placeOf({ trail }: Pick<Step, 'trail'>): Place {
  return trail.at(-1) ?? { at: 'home' }
}

/** From a later page to the page before it; from the first page to the previous place. */
function back({ trail, page }: MenuState): Step {
  if (page > 0) return { trail, page: page - 1, note: null }
  return trail.length > 1 ? { trail: trail.slice(0, -1), page: 0, note: null } : AT_HOME
}

function choiceOf(choices: readonly Place[], typed: string): Place | null {
  return /^[1-9]$/.test(typed) ? (choices[Number(typed) - 1] ?? null) : null
}

function placeOfTyped(asked: Typed, typed: string): Place | null {
  if (asked.kind === 'number') {
    const msisdn = /^[0-9+ .-]{1,20}$/.test(typed) ? nationalDigits(typed) : ''
    return isMobileNumber(msisdn) ? { at: asked.leadsTo, msisdn } : null
  }
  const amount = /^[1-9][0-9]{0,8}$/.test(typed) ? Number(typed) : 0
  if (amount === 0) return null
  return { at: 'confirm', goods: { kind: asked.goods, msisdn: asked.msisdn, amount } }
}
