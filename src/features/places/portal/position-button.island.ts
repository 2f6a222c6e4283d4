import { plainIsland } from '#plain-island'
import { goTo } from '#portal/browser/go-to.ts'
import { type Coordinates, coordinateText, isWithin } from '../coordinates.ts'

type PositionState = 'idle' | 'asking' | 'denied' | 'unavailable' | 'abroad'

/** The platform's code for a denied permission (SHOP-2). */
const DENIED = 1
const MAX_WAIT_MS = 20_000
const FRESH_ENOUGH_MS = 60_000

/** Reads the phone's position, only on the visitor's press, and opens the page for that place. */
function hydrate(element: HTMLElement): void {
  const button = element.querySelector('button')
  const limits = element.querySelector<HTMLElement>('[data-limits]')?.dataset.limits ?? ''
  const [south = 0, west = 0, north = 0, east = 0] = limits.split(' ').map(Number)
  const label = element.querySelector<HTMLElement>('[data-locating]')
  const idleWords = label?.textContent ?? ''

  function tell(state: PositionState): void {
    if (button) button.disabled = state === 'asking'
    if (label) label.textContent = state === 'asking' ? (label.dataset.locating ?? '') : idleWords
    const hasFailed = state !== 'idle' && state !== 'asking'
    for (const notice of all('[data-position]')) notice.hidden = notice.dataset.position !== state
    for (const part of all('[data-without-position]')) part.hidden = !hasFailed
    for (const part of all('[data-with-position]')) part.hidden = hasFailed
  }

  function ask(): void {
    if (!('geolocation' in navigator)) return tell('unavailable')
    tell('asking')
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        const isNear = isWithin({ south, west, north, east }, { latitude, longitude })
        tell(isNear ? 'idle' : 'abroad')
        if (isNear) lookAt({ latitude, longitude })
      },
      ({ code }) => tell(code === DENIED ? 'denied' : 'unavailable'),
      { timeout: MAX_WAIT_MS, maximumAge: FRESH_ENOUGH_MS },
    )
  }

  button?.addEventListener('click', ask)
}

function all(selector: string): Iterable<HTMLElement> {
  return document.querySelectorAll<HTMLElement>(selector)
}

/** Other fields of the search form are kept; a typed place is not. */
function lookAt({ latitude, longitude }: Coordinates): void {
  const form = document.querySelector<HTMLFormElement>('main form[role=search]')
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(form ?? undefined)) if (name !== 'q' && typeof value === 'string') query.set(name, value)
  query.set('lat', coordinateText(latitude))
  query.set('lng', coordinateText(longitude))
  const address = `${location.pathname}?${query.toString()}`
  // Replaces the history entry: earlier positions are not useful for going back.
  goTo(address, { isReplacing: new URLSearchParams(location.search).has('lat') })
}

export default plainIsland('position-button', hydrate)
