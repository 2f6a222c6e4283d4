import { plainIsland } from '#plain-island'
import { replaceAddress } from '#portal/browser/replace-address.ts'
import type { Technology } from '../rules.ts'
import { checkedTechnology } from './checked-technology.ts'
import { showAnswerFor } from './verdict-place.ts'

/** COV-1: switches the network without a request: the page holds the answers for all networks. */
function hydrate(element: HTMLElement): void {
  let shown = new URLSearchParams(location.search).get('tech')

  function choose(technology: Technology | null): void {
    if (!technology || technology === shown) return
    shown = technology
    showAnswerFor(technology)
    const query = new URLSearchParams(location.search)
    query.set('tech', technology)
    replaceAddress(`${location.pathname}?${query.toString()}`)
  }

  element.addEventListener('change', () => choose(checkedTechnology()))
  // A choice made before hydration.
  if (element.querySelector<HTMLInputElement>('input:checked')?.defaultChecked === false) choose(checkedTechnology())
}

export default plainIsland('technology-choice', hydrate)
