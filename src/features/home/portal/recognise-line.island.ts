import { plainIsland } from '#plain-island'
import { DEFAULT_LANGUAGE, isLanguage } from '#shared/language.ts'
import { NUMBER_CHECK_DELAY_MS, formatMobileNumber, isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { writeSession } from '#features/visit/portal/session-keys.ts'
import { apiClient } from '#portal/network/api-client.ts'
import { guardNumber } from '#portal/ui/fields/guard-number.ts'
import { regroup } from '#portal/ui/fields/group-digits.ts'
import { kindOf } from '../line-kind.ts'

const GROUPING = { digitsOf: nationalDigits, show: formatMobileNumber }

/**
 * NUM-1, NUM-2 without React: the number is shown in pairs while it is typed, and once it is whole the card shows what can be bought for
 * it. Everything to be shown came with the page; the server is asked only whose line it is, and keeps the number for the visit.
 */
function wake(element: HTMLElement): void {
  const guard = guardNumber(element)
  const card = element.querySelector<HTMLElement>('[data-card]')
  if (!guard || !card) return
  const { field } = guard
  const { lang } = document.documentElement
  const api = apiClient(isLanguage(lang) ? lang : DEFAULT_LANGUAGE)
  const digits = () => nationalDigits(field.value)
  /** The number whose line is shown or being asked about. */
  let known = card.dataset.line ?? ''
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking: AbortController | null = null

  /** One of the sentences and offers that came with the page; no name hides them all. */
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
      // The button goes on to a page that says more.
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
    regroup(field, GROUPING, event instanceof InputEvent ? event.inputType : undefined)
    follow()
  })
  // Typed before script was there, or put back by the browser.
  if (digits() !== known) follow()
}

export default plainIsland('recognise-line', wake)
