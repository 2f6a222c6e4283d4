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
const TILE_PIXELS = 256

/** Leaflet's canvas over the whole map, painted by us whenever the map comes to rest. The version of Leaflet, whose own parts these are, is pinned. */
export class CanvasLayer extends L.Canvas {
  declare readonly _ctx: CanvasRenderingContext2D
  declare readonly _bounds: L.Bounds
  declare readonly _update: () => void
  readonly #paint: Painter

  constructor(pane: string, paint: Painter) {
    super({ pane, padding: MARGIN })
    this.#paint = paint
  }

  redraw(): void {
    this._update()
  }

  _draw(): void {
    const { _map: map, _ctx: context, _bounds: bounds } = this
    const corner = bounds.getTopLeft()
    const { x: width, y: height } = bounds.getSize()
    const zoom = map.getZoom()
    const { x: left, y: top } = map.getPixelOrigin().add(corner)
    const inView = map.containerPointToLayerPoint([0, 0]).subtract(corner)
    const { x: right, y: bottom } = inView.add(map.getSize())
    const view = { left: inView.x, top: inView.y, right, bottom }
    context.save()
    context.translate(corner.x, corner.y)
    this.#paint({ context, width, height, zoom, worldPixels: TILE_PIXELS * 2 ** zoom, left, top, view })
    context.restore()
  }
}
