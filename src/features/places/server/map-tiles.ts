/** Tiles that lie over the built-in map. The key is one the browser must have: it is sent to the tile server with every tile. */
export type MapTiles = { kind: 'raster' | 'pmtiles'; url: string; attribution: string; apiKey: string }
