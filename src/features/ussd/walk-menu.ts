import { Problem } from '#shared/problem.ts'
import type { Language } from '#shared/language.ts'
import { nextLanguage } from '#shared/language-review.ts'
import { draftOf, type Words } from './draft-screen.ts'
import { answerScreen, AT_HOME, placeOf, stateOf, type MenuState, type Note, type Step } from './menu-engine.ts'
import type { Place, View } from './places.ts'
import { fitScreen, type Screen } from './screen.ts'

/** Provides the data of a place, and its texts. */
export type MenuPorts = {
  view(place: Place, language: Language): Promise<View>
  words(language: Language): Promise<Words>
  /** Receives each place before its data is loaded, so that a timeout knows the interrupted place. */
  watch(place: Place): void
  onError(error: unknown): void
}

const ASKED_FOR_A_LINE: ReadonlySet<Place['at']> = new Set(['recharge-amount', 'bundle-categories', 'bill-amount'])

/** The result of a walk through the menu. */
export type Walked = { menu: MenuState; screen: Screen; language: Language; isRefused?: true }

type Start = { menu: MenuState | null; opening: Step; inputs: readonly string[]; language: Language; isReplay: boolean }

/**
 * Processes the inputs in order, as if each was typed on its screen. An input that pays counts only when it comes alone and its screen was
 * shown: no dialled code, link or replayed request pays by itself. It ends the walk; inputs that lead away from the price are followed,
 * because the next input belongs to the screen they led to.
 */
export async function walkMenu(ports: MenuPorts, { menu, opening, inputs, language, isReplay }: Start): Promise<Walked> {
  const mayPay = menu !== null && inputs.length === 1 && !isReplay
  let walked = menu ? null : await show(ports, opening, language)
  let state = menu ?? walked?.menu
  for (const input of inputs) {
    if (!state || walked?.screen.isEnd || walked?.isRefused) break
    const step = answerScreen(state, input)
    if (placeOf(step).at === 'pay' && !mayPay) break
    walked = await show(ports, step, walked?.language ?? language)
    state = walked.menu
  }
  return walked ?? show(ports, menu ? { trail: menu.trail, page: menu.page, note: null } : opening, language)
}

async function show(ports: MenuPorts, step: Step, spoken: Language): Promise<Walked> {
  const place = placeOf(step)
  ports.watch(place)
  const language = place.at === 'language' ? nextLanguage(spoken) : spoken
  const view = await ports.view(place, language).catch((error: unknown): View => {
    if (error instanceof Problem) return { at: 'problem', kind: error.kind }
    ports.onError(error)
    return { at: 'problem', kind: 'something-went-wrong' }
  })
  const note = view.at === 'problem' ? noteOfRefusal(place, view.kind) : null
  // Asked again where it was typed or chosen. What was typed ahead was meant for another screen.
  if (note && step.trail.length > 1)
    return { ...(await show(ports, { trail: step.trail.slice(0, -1), page: 0, note }, language)), isRefused: true }
  const words = await ports.words(language)
  const { texts } = words
  const noteWords = step.note && texts[`note_${step.note}`]
  const screen = fitScreen(draftOf(view, words), { page: step.page, note: noteWords, footers: texts })
  return { menu: stateOf({ trail: trailAfter(step, place, view), page: step.page }, screen), screen, language }
}

function noteOfRefusal({ at }: Place, kind: string): Note | null {
  if (kind === 'amount-out-of-limits' && at === 'confirm') return 'limits'
  return kind === 'line-does-not-fit' && ASKED_FOR_A_LINE.has(at) ? 'line' : null
}

/** The trail after a screen. It never ends at the paying place, which is left at once. */
function trailAfter({ trail }: Step, place: Place, view: View): Place[] {
  if (place.at === 'language') return AT_HOME.trail
  if (place.at === 'pay') return trail.slice(0, -1)
  if (view.at === 'confirm' && place.at === 'confirm') return [...trail.slice(0, -1), { ...place, purchaseId: view.purchaseId }]
  return trail
}
