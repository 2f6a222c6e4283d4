import { type Coordinates, coordinateText } from '#features/places/coordinates.ts'
import { goTo } from '#portal/browser/go-to.ts'
import { replaceAddress } from '#portal/browser/replace-address.ts'
import type { Technology } from '../rules.ts'

export const COVERAGE_PATH = '/openNetworks'

/** The form and the answer. */
export const ANSWERS_ID = 'answers'

/** The answer about another network: the server wrote one for each into a template. */
export function showAnswerFor(technology: Technology): void {
  const verdict = document.getElementById(ANSWERS_ID)
  const template = verdict?.querySelector<HTMLTemplateElement>(`template[data-technology="${technology}"]`)
  if (template) verdict?.querySelector('[data-answer]')?.replaceChildren(template.content.cloneNode(true))
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
    const answers = request.responseXML?.getElementById(ANSWERS_ID)
    if (!answers) return goTo(address)
    // Focus stays on the map.
    answers.querySelector('[autofocus]')?.removeAttribute('autofocus')
    document.getElementById(ANSWERS_ID)?.replaceWith(document.adoptNode(answers))
    replaceAddress(address)
  })
  request.send()
}
