import { Problem } from '#shared/problem.ts'
import type { Language } from '#shared/language.ts'
import { draftOf } from '../draft-screen.ts'
import { answerScreen, AT_HOME, placeOf, stateOf, type MenuState, type Step } from '../menu-engine.ts'
import type { Place, View } from '../places.ts'
import { fitScreen, type Screen } from '../screen.ts'
import { readWords } from './read-words.ts'
import type { Caller, UssdParts } from './ussd-parts.ts'
import { viewPlace } from './view-place.ts'

/** What a walk through the menu came to. */
export type Walked = { menu: MenuState; screen: Screen; language: Language; place: Place }

type Start = { menu: MenuState | null; opening: Step; inputs: readonly string[] }

/** Told of each place before anything is asked for it: whoever has no time left must know what was under way. */
type Watch = (place: Place) => void

/**
 * Answers the inputs one after the other, as if each had been typed to its screen. A screen that asks whether to pay ends the walk: its answer
 * counts only when the screen itself was shown, so no dialled code, link or replayed request pays by itself.
 */
export async function walkMenu(parts: UssdParts, { menu, opening, inputs }: Start, caller: Caller, watch: Watch): Promise<Walked> {
  let walked = menu ? null : await show(parts, opening, caller, watch)
  let state = menu ?? walked?.menu
  for (const input of inputs) {
    if (!state || walked?.screen.isEnd || (walked && asksToPay(walked.menu))) break
    walked = await show(parts, answerScreen(state, input), { ...caller, language: walked?.language ?? caller.language }, watch)
    state = walked.menu
  }
  return walked ?? show(parts, menu ? { trail: menu.trail, page: menu.page, note: null } : opening, caller, watch)
}

function asksToPay({ choices }: MenuState): boolean {
  return choices.some(({ at }) => at === 'pay')
}

async function show(parts: UssdParts, step: Step, caller: Caller, watch: Watch): Promise<Walked> {
  const place = placeOf(step)
  watch(place)
  const language = place.at === 'language' ? otherLanguage(caller.language) : caller.language
  const view = await viewPlace(parts, place, { ...caller, language }).catch((error: unknown): View => {
    if (error instanceof Problem) return { at: 'problem', kind: error.kind }
    parts.onError(error)
    return { at: 'problem', kind: 'something-went-wrong' }
  })
  const words = await readWords(parts.content, language)
  const { texts } = words
  const note = step.note && texts[`note_${step.note}`]
  const screen = fitScreen(draftOf(view, words), { page: step.page, note, footers: texts })
  const trail = trailAfter(step, place, view)
  return { menu: stateOf({ trail, page: step.page }, screen), screen, language, place }
}

/** Where somebody stands after a screen: never at the place that pays, which is left as soon as it was entered. */
function trailAfter({ trail }: Step, place: Place, view: View): Place[] {
  if (place.at === 'language') return AT_HOME.trail
  if (place.at === 'pay') return trail.slice(0, -1)
  if (view.at === 'confirm' && place.at === 'confirm') return [...trail.slice(0, -1), { ...place, purchaseId: view.purchaseId }]
  return trail
}

function otherLanguage(language: Language): Language {
  return language === 'fr' ? 'en' : 'fr'
}
