import L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { MAX_BUILT_IN_ZOOM } from '../../coordinates.ts'
import type { MapContents, MapDots, MapOptions, MapView, OpenMap } from '../map-contents.ts'
import { basemapPainter, projectBasemap } from './basemap.ts'
import { CanvasLayer, type Painter } from './canvas-layer.ts'
import { hintPainter } from './distance-hints.ts'
import { dotPainter, projectDots, type ProjectedDots } from './dots.ts'
import { readColours } from './map-colours.ts'
import { markerLayer, pinLayer } from './pins.ts'
import { labelPainter, projectNeighbours, projectPlaces } from './place-labels.ts'
import { guardScrolling } from './scroll-guard.ts'
import { addTiles } from './tiles.ts'
import styles from './map.module.css'

const MIN_ZOOM = 5
const MAX_ZOOM_OF_TILES = 17
const SAME_PLACE_METRES = 15

/** Opens a map in the container. */
export function openMap(options: MapOptions): OpenMap {
  const map = createMap(options)
  const paintings = createPaintings(map, options)
  const pins = pinLayer(map, options.events.onChoosePin)
  const marker = markerLayer(map, options.texts)
  const letScroll = guardScrolling(map, options.events.onGesture)
  let isOurMove = false
  let theirView: MapView | null = null

  function update(contents: MapContents): void {
    paintings.update(contents)
    pins.show(contents.pins, contents.chosenPin)
    marker.show(contents.marker)
  }
  update(options.contents)
  map.on('moveend', () => {
    const isTheirs = !isOurMove
    isOurMove = false
    theirView = isTheirs ? viewOf(map) : null
    options.events.onRest(viewOf(map), isTheirs)
  })

  return {
    mostZoom: map.getMaxZoom(),
    hasOutline: options.data.basemap !== null,
    update,
    show(view) {
      const isCentred = map.distance(map.getCenter(), pointOf(view)) < SAME_PLACE_METRES
      // Where the visitor moved the map, the page follows and the zoom stays theirs.
      const isClose = map.getZoom() === Math.min(view.zoom, map.getMaxZoom())
      if (isCentred && (theirView !== null || isClose)) return
      isOurMove = true
      // Another zoom is another picture: an animation to it would also end on a map that may be gone by then.
      map.setView(pointOf(view), view.zoom, { animate: view.zoom === map.getZoom() && !prefersStillness() })
    },
    zoomBy(steps) {
      map.zoomIn(steps)
    },
    close() {
      letScroll()
      paintings.close()
      map.remove()
    },
  }
}

function createMap({ container, view, tiles, data }: MapOptions): L.Map {
  const { south, west, north, east } = data.limits
  return L.map(container, {
    center: pointOf(view),
    zoom: view.zoom,
    minZoom: MIN_ZOOM,
    maxZoom: tiles ? MAX_ZOOM_OF_TILES : MAX_BUILT_IN_ZOOM,
    maxBounds: [
      [south, west],
      [north, east],
    ],
    maxBoundsViscosity: 1,
    // Ours are real buttons with names in the visitor's language, below them the sources: see place-map.tsx.
    zoomControl: false,
    attributionControl: false,
    scrollWheelZoom: false,
    zoomAnimation: !prefersStillness(),
    // Jumps to a search result: an animation over half the country shows nothing.
    zoomAnimationThreshold: 3,
    fadeAnimation: false,
  })
}

type Paintings = { update(contents: MapContents): void; close(): void }

/** Everything that is drawn rather than placed. With tiles the built-in map lies below them, as long as they are on their way. */
function createPaintings(map: L.Map, options: MapOptions): Paintings {
  const { data, language } = options
  const [basemap, places, neighbours] = [data.basemap && projectBasemap(data.basemap), projectPlaces(data), projectNeighbours(data)]
  const hasTiles = options.tiles !== null
  const ground = map.createPane('ground', map.getPane('mapPane'))
  ground.classList.add(styles.ground ?? '')
  let contents = options.contents
  let projectedFrom: MapDots['latitudes'] | null = null
  let dots: ProjectedDots | null = null

  function painters(): { ground: Painter; top: Painter } {
    const colours = readColours(options.container)
    const base = basemapPainter(basemap, colours)
    const centre = () => ({ latitude: map.getCenter().lat, longitude: map.getCenter().lng })
    const top: Painter[] = [
      ...(dots && contents.dots ? [dotPainter(dots, contents.dots, colours)] : []),
      ...(hasTiles ? [] : [labelPainter({ places, neighbours, language, colours })]),
      hintPainter({ places, language, colours, centre, hasRings: contents.hasRings, hasArrows: !hasTiles }),
    ]
    return { ground: base, top: (frame) => top.forEach((paint) => paint(frame)) }
  }

  let current = painters()
  const layers = hasTiles
    ? [new CanvasLayer('ground', (frame) => current.ground(frame)), new CanvasLayer('overlayPane', (frame) => current.top(frame))]
    : [
        // One canvas is enough when nothing lies between, which saves memory on cheap phones.
        new CanvasLayer('ground', (frame) => {
          current.ground(frame)
          current.top(frame)
        }),
      ]
  for (const layer of layers) layer.addTo(map)
  // When tiles fail to load, the built-in map stays visible.
  if (options.tiles) addTiles(map, options.tiles, options.language).catch(() => {})

  function paintAgain(): void {
    current = painters()
    for (const layer of layers) layer.redraw()
  }
  const darkness = window.matchMedia('(prefers-color-scheme: dark)')
  darkness.addEventListener('change', paintAgain)
  return {
    update(next) {
      const isSame = next.dots === contents.dots && next.hasRings === contents.hasRings && (next.dots === null) === (dots === null)
      contents = next
      if (next.dots && next.dots.latitudes !== projectedFrom) {
        dots = projectDots(next.dots)
        projectedFrom = next.dots.latitudes
      }
      if (!isSame) paintAgain()
    },
    close() {
      darkness.removeEventListener('change', paintAgain)
    },
  }
}

function viewOf(map: L.Map): MapView {
  const { lat, lng } = map.getCenter()
  return { latitude: lat, longitude: lng, zoom: map.getZoom() }
}

function pointOf({ latitude, longitude }: { latitude: number; longitude: number }): L.LatLng {
  return L.latLng(latitude, longitude)
}

function prefersStillness(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}
