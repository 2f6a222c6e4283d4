import type L from 'leaflet'

type GestureState = 'resting' | 'active' | 'wheel'

/**
 * The page's scroll is never trapped. With a finger: two fingers move the map, one finger scrolls the page until the map is tapped;
 * a touch beside the map gives the finger back to the page. With a wheel: it scrolls the page unless Ctrl is held.
 */
export function guardScrolling(map: L.Map, onState: (state: GestureState) => void): () => void {
  const container = map.getContainer()
  const surroundings = container.parentElement ?? container
  const isTouch = window.matchMedia('(pointer: coarse)').matches

  function rest(): void {
    map.dragging.disable()
    onState('resting')
  }
  function hydrate(): void {
    if (map.dragging.enabled()) return
    map.dragging.enable()
    onState('active')
  }
  function restWhenOutside(event: Event): void {
    if (map.dragging.enabled() && event.target instanceof Node && !container.contains(event.target)) rest()
  }
  function chooseWheel(event: WheelEvent): void {
    if (event.ctrlKey || event.metaKey) map.scrollWheelZoom.enable()
    else {
      map.scrollWheelZoom.disable()
      onState('wheel')
    }
  }

  // Before Leaflet sees it: the listener sits on the element around the map and runs first.
  surroundings.addEventListener('wheel', chooseWheel, { capture: true, passive: true })
  if (isTouch) {
    rest()
    map.on('click', hydrate)
    document.addEventListener('pointerdown', restWhenOutside)
  }
  return () => {
    surroundings.removeEventListener('wheel', chooseWheel, { capture: true })
    document.removeEventListener('pointerdown', restWhenOutside)
  }
}
