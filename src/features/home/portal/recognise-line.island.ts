import { plainIsland } from '#plain-island'
import { NUMBER_CHECK_DELAY_MS, isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { writeSession } from '#features/visit/portal/session-keys.ts'
import { readLineOffer } from '#features/purchase/contract.ts'
import { readFrame } from '#portal/islands/read-frame.ts'
import { apiClient } from '#portal/network/api-client.ts'
import { guardNumber } from '#portal/ui/fields/guard-number.ts'
import { regroup } from '#portal/ui/fields/group-digits.ts'
import { NUMBER_GROUPING } from '#portal/ui/fields/number-grouping.ts'
import { kindOf } from '../line-kind.ts'

/**
 * NUM-1, NUM-2 without React: the number is shown in pairs while it is typed, and when it is complete the card shows what can be bought
 * for it. All offers are in the page; the server only returns the line's type, and stores the number in the visit.
 */
function hydrate(element: HTMLElement): void {
  const guard = guardNumber(element)
  const card = element.querySelector<HTMLElement>('[data-card]')
  if (!guard || !card) return
  const { field } = guard
  const api = apiClient(readFrame().language, { readLineOffer })
  const digits = () => nationalDigits(field.value)
  /** The number whose line is shown or being looked up. */
  let known = card.dataset.line ?? ''
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking: AbortController | null = null

  /** Shows one of the sentences and offers in the page; without a name it hides them all. */
  function show(sentence: string, offer = ''): void {
    for (const part of card?.querySelectorAll<HTMLElement>('[data-says], [data-offer], [data-ask]') ?? []) {
      const { says, offer: offers } = part.dataset
      part.hidden = says ? says !== sentence : offers ? offers !== offer : offer !== ''
    }
  }

  async function look(): Promise<void> {
    const msisdn = digits()
    if (!isMobileNumber(msisdn) || msisdn === known) return
    known = msisdn
    const asked = new AbortController()
    asking = asked
    show('checking')
    const answer = await api.readLineOffer({ msisdn, page: '/' }, { signal: asked.signal })
    if (asking !== asked) return
    if (answer?.status !== 'success') {
      // The button leads to a page that explains more.
      show('unchecked')
      return
    }
    const { lineType } = answer.result
    const type = kindOf(lineType)
    if (type === null) {
      show('')
      guard?.refuse()
      return
    }
    writeSession('widgetInfo', JSON.stringify({ type, msisdn }))
    show(lineType, type)
  }

  function follow(): void {
    clearTimeout(timer)
    if (digits() === known) return
    asking?.abort()
    asking = null
    known = ''
    show('')
    if (isMobileNumber(digits())) timer = setTimeout(() => void look(), NUMBER_CHECK_DELAY_MS)
  }

  field.addEventListener('input', (event) => {
    regroup(field, NUMBER_GROUPING, event instanceof InputEvent ? event.inputType : undefined)
    follow()
  })
  // Typed before hydration, or restored by the browser.
  if (digits() !== known) follow()
}

export default plainIsland('recognise-line', hydrate)
