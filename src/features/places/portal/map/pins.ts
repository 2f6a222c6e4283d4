import L from 'leaflet'
import type { MapMarker, MapPin } from '../map-contents.ts'
import styles from './map.module.css'

export type PinLayer = { show(pins: readonly MapPin[], chosen: string | null): void }

/** Pins are buttons: they can be reached with the keyboard and have the name of what they stand for. */
export function pinLayer(map: L.Map, onChoose: (id: string) => void): PinLayer {
  const shown = L.layerGroup().addTo(map)
  let last: { pins: readonly MapPin[]; chosen: string | null } | null = null
  return {
    show(pins, chosen) {
      if (last?.pins === pins && last.chosen === chosen) return
      last = { pins, chosen }
      shown.clearLayers()
      for (const pin of pins) shown.addLayer(pinMarker(pin, pin.id === chosen, onChoose))
    },
  }
}

function pinMarker({ id, number, name, latitude, longitude }: MapPin, isChosen: boolean, onChoose: (id: string) => void): L.Marker {
  const marker = L.marker([latitude, longitude], {
    icon: L.divIcon({
      html: pinDrawing(String(number)),
      className: classes(styles.pin, isChosen && styles.chosen),
      iconSize: [30, 38],
      iconAnchor: [15, 37],
    }),
    title: `${number}. ${name}`,
    zIndexOffset: isChosen ? 1000 : -number,
    riseOnHover: true,
  })
  // The number alone would be the name of the button.
  marker.on('add', () => marker.getElement()?.setAttribute('aria-label', `${number}. ${name}`))
  marker.on('click keypress', (event) => {
    const { key } = (event as L.LeafletKeyboardEvent).originalEvent
    if (key === undefined || key === 'Enter' || key === ' ') onChoose(id)
  })
  return marker
}

/** Built from elements, not from markup in a text. */
function pinDrawing(text: string): HTMLElement {
  const drawing = document.createElement('span')
  drawing.setAttribute('aria-hidden', 'true')
  drawing.append(pinShape(), labelOf(text))
  return drawing
}

const SVG = 'http://www.w3.org/2000/svg'

function pinShape(): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 30 38')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', 'M15 1a14 14 0 0 1 14 14c0 9.5-14 22-14 22S1 24.5 1 15A14 14 0 0 1 15 1z')
  svg.append(path)
  return svg
}

function labelOf(text: string): HTMLElement {
  const label = document.createElement('b')
  label.textContent = text
  return label
}

export type MarkerLayer = { show(marker: MapMarker | null): void }

/** Where the visitor is, or what was searched: a dot that cannot be pressed. */
export function markerLayer(map: L.Map, texts: { you: string; sought: string }): MarkerLayer {
  let last: MapMarker | null = null
  let shown: L.Marker | null = null
  return {
    show(marker) {
      if (last === marker) return
      last = marker
      shown?.remove()
      shown = marker
        ? L.marker([marker.latitude, marker.longitude], {
            icon: L.divIcon({
              html: document.createElement('i'),
              className: classes(styles.spot, marker.kind === 'you' && styles.you),
              iconSize: [22, 22],
            }),
            interactive: false,
            keyboard: false,
            alt: texts[marker.kind],
            title: texts[marker.kind],
            zIndexOffset: -500,
          }).addTo(map)
        : null
    },
  }
}

function classes(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
