/** The place of the map in the page, and of the shop that is wanted on it. */
export const MAP_ID = 'map'

const WAKE = 'guichet:wake'

/** For the list: stores the chosen shop in the page, because the map may not be hydrated yet. */
export function askForMap(number: string): void {
  const place = document.getElementById(MAP_ID)
  if (!place) return
  place.dataset.shop = number
  place.scrollIntoView({ block: 'nearest' })
  place.querySelector('x-island')?.dispatchEvent(new Event(WAKE, { bubbles: true }))
}

/** For the map: reports a shop chosen before hydration, and later choices. */
export function onAskedForMap(tell: (number: number) => void): () => void {
  const read = () => {
    const number = document.getElementById(MAP_ID)?.dataset.shop
    if (number) tell(Number(number))
  }
  read()
  addEventListener(WAKE, read)
  return () => removeEventListener(WAKE, read)
}
