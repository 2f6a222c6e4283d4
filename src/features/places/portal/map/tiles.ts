import L from 'leaflet'
import type { Language } from '#shared/language.ts'
import type { MapTilesSetting } from '../map-contents.ts'

/** The operator's own tiles over the built-in map. MAP-2: the key goes to the tile server and nowhere else. */
export async function addTiles(map: L.Map, { kind, url, apiKey }: MapTilesSetting, language: Language): Promise<void> {
  if (kind === 'raster') {
    const address = url.replaceAll('{key}', encodeURIComponent(apiKey))
    L.tileLayer(address, { maxZoom: map.getMaxZoom(), minZoom: map.getMinZoom() }).addTo(map)
    return
  }
  const { addPmtiles } = await import('./pmtiles-layer.ts')
  await addPmtiles(map, { url, language })
}
