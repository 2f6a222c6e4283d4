import { plainIsland } from '#plain-island'
import { replaceAddress } from '#portal/browser/replace-address.ts'
import type { Technology } from '../rules.ts'
import { checkedTechnology } from './checked-technology.ts'
import { showAnswerFor } from './verdict-place.ts'

/** COV-1: another network is a matter of looking, not of asking: the page holds the answers for all of them. */
function wake(element: HTMLElement): void {
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
  // What was ticked before script was there.
  if (element.querySelector<HTMLInputElement>('input:checked')?.defaultChecked === false) choose(checkedTechnology())
}

export default plainIsland('technology-choice', wake)
