/** The map's colours are those of its style sheet, so that dark mode and another brand reach the canvas too. */
const NAMES = ['land', 'abroad', 'water', 'border', 'region', 'ink', 'ink-soft', 'halo', 'dot', 'dot-edge', 'five-g', 'ring'] as const

export type MapColours = Record<(typeof NAMES)[number], string>

export function readColours(element: Element): MapColours {
  const style = getComputedStyle(element)
  return Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue(`--map-${name}`).trim()])) as MapColours
}
