import L from 'leaflet'

/** What a painter needs: world pixel (x, y) stands on the canvas at (x × worldPixels − left, y × worldPixels − top). */
export type PaintFrame = {
  context: CanvasRenderingContext2D
  width: number
  height: number
  zoom: number
  worldPixels: number
  left: number
  top: number
  /** The part of the canvas that is in view; the rest is there for dragging. */
  view: { left: number; top: number; right: number; bottom: number }
}

export type Painter = (frame: PaintFrame) => void

const MARGIN = 0.2
const MOST_PIXELS_PER_POINT = 2
const TILE_PIXELS = 256

/** Leaflet keeps this to itself, but its own layers animate with it; the version of Leaflet is pinned. */
type MapWithOrigin = L.Map & { _getNewPixelOrigin(centre: L.LatLng, zoom: number): L.Point }

/** One canvas over the whole map, painted again whenever the map comes to rest. */
export class CanvasLayer extends L.Layer {
  readonly #paint: Painter
  readonly #paneName: string
  #canvas: HTMLCanvasElement | null = null
  #corner: L.LatLng = L.latLng(0, 0)
  #zoom = 0

  constructor(paneName: string, paint: Painter) {
    super()
    this.#paneName = paneName
    this.#paint = paint
  }

  override onAdd(map: L.Map): this {
    this.#canvas = L.DomUtil.create('canvas', 'leaflet-zoom-animated', map.getPane(this.#paneName))
    this.redraw()
    return this
  }

  override onRemove(): this {
    this.#canvas?.remove()
    this.#canvas = null
    return this
  }

  override getEvents(): Record<string, L.LeafletEventHandlerFn> {
    return {
      moveend: () => this.redraw(),
      resize: () => this.redraw(),
      zoom: () => this.#follow(this._map.getCenter(), this._map.getZoom()),
      zoomanim: (event) => {
        const { center, zoom } = event as L.ZoomAnimEvent
        this.#follow(center, zoom)
      },
    }
  }

  redraw(): void {
    const canvas = this.#canvas
    if (!canvas) return
    const map = this._map
    const size = map.getSize()
    const margin = L.point(Math.round(size.x * MARGIN), Math.round(size.y * MARGIN))
    const corner = map.containerPointToLayerPoint(L.point(-margin.x, -margin.y))
    L.DomUtil.setPosition(canvas, corner)
    this.#corner = map.layerPointToLatLng(corner)
    this.#zoom = map.getZoom()

    const ratio = Math.min(window.devicePixelRatio || 1, MOST_PIXELS_PER_POINT)
    const [width, height] = [size.x + 2 * margin.x, size.y + 2 * margin.y]
    canvas.width = width * ratio
    canvas.height = height * ratio
    canvas.style.width = `${width}px`
    canvas.style.height = `${height}px`
    const context = canvas.getContext('2d')
    if (!context) return
    context.scale(ratio, ratio)
    const origin = map.getPixelOrigin().add(corner)
    this.#paint({
      context,
      width,
      height,
      zoom: this.#zoom,
      worldPixels: TILE_PIXELS * 2 ** this.#zoom,
      left: origin.x,
      top: origin.y,
      view: { left: margin.x, top: margin.y, right: width - margin.x, bottom: height - margin.y },
    })
  }

  /** While the map zooms, the old picture grows or shrinks with it. */
  #follow(centre: L.LatLng, zoom: number): void {
    if (!this.#canvas) return
    const map = this._map as MapWithOrigin
    const offset = map.project(this.#corner, zoom).subtract(map._getNewPixelOrigin(centre, zoom))
    L.DomUtil.setTransform(this.#canvas, offset, map.getZoomScale(zoom, this.#zoom))
  }
}
