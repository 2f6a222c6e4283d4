import { type Coordinates, coordinateText } from '#features/places/coordinates.ts'
import { goTo } from '#portal/browser/go-to.ts'
import { replaceAddress } from '#portal/browser/replace-address.ts'
import type { Technology } from '../rules.ts'

export const COVERAGE_PATH = '/openNetworks'

/** The element for the answer, also while there is none. */
export const VERDICT_ID = 'verdict'

/** The answer about another network: the server wrote one for each into a template. */
export function showAnswerFor(technology: Technology): void {
  const verdict = document.getElementById(VERDICT_ID)
  const template = verdict?.querySelector<HTMLTemplateElement>(`template[data-technology="${technology}"]`)
  if (template) verdict?.querySelector('[data-answer]')?.replaceChildren(template.content.cloneNode(true))
  for (const row of verdict?.querySelectorAll<HTMLElement>('tr[data-technology]') ?? [])
    row.toggleAttribute('data-asked', row.dataset.technology === technology)
  for (const link of verdict?.querySelectorAll<HTMLAnchorElement>('a[data-other]') ?? []) {
    const query = new URLSearchParams(link.search)
    query.set('tech', technology)
    link.search = query.toString()
  }
}

let newest: XMLHttpRequest | null = null

/**
 * MAP-2: the answer follows the pin. The server renders it, as for any other place; the page is fetched and parsed as a document, so no
 * text becomes markup here. After a failed fetch the previous answer stays, which names its own place.
 */
export function showVerdictAt({ latitude, longitude }: Coordinates, technology: Technology | null): void {
  const query = new URLSearchParams({ lat: coordinateText(latitude), lng: coordinateText(longitude) })
  if (technology) query.set('tech', technology)
  const address = `${COVERAGE_PATH}?${query.toString()}`
  newest?.abort()
  const request = new XMLHttpRequest()
  newest = request
  request.responseType = 'document'
  request.open('GET', address)
  request.addEventListener('load', () => {
    const verdict = request.responseXML?.getElementById(VERDICT_ID)
    if (!verdict) return goTo(address)
    // Focus stays on the map.
    verdict.querySelector('[autofocus]')?.removeAttribute('autofocus')
    const place = request.responseXML?.querySelector('[data-place]')?.textContent
    document.querySelector('[data-place]')?.replaceChildren(place ?? '')
    document.getElementById(VERDICT_ID)?.replaceWith(document.adoptNode(verdict))
    const field = document.querySelector<HTMLInputElement>('main input[name=q]')
    if (field) field.value = ''
    replaceAddress(address)
  })
  request.send()
}
