/** The place of the map in the page, and of the shop that is wanted on it. */
export const MAP_ID = 'map'

const WAKE = 'guichet:wake'

/** For the list: the map may still sleep, so what is wanted waits in the page. */
export function askForMap(number: string): void {
  const place = document.getElementById(MAP_ID)
  if (!place) return
  place.dataset.shop = number
  place.scrollIntoView({ block: 'nearest' })
  place.querySelector('x-island')?.dispatchEvent(new Event(WAKE, { bubbles: true }))
}

/** For the map: tells what was asked before it was awake, and what is asked from then on. */
export function onAskedForMap(tell: (number: number) => void): () => void {
  const read = () => {
    const number = document.getElementById(MAP_ID)?.dataset.shop
    if (number) tell(Number(number))
  }
  read()
  addEventListener(WAKE, read)
  return () => removeEventListener(WAKE, read)
}
