import L from 'leaflet'
import { leafletRasterLayer, PMTiles, TileType } from 'pmtiles'
import { leafletLayer } from 'protomaps-leaflet'
import type { Language } from '#shared/language.ts'

/** One file with all tiles, read piece by piece. Fetched only where the operator has set such a file. */
export async function addPmtiles(map: L.Map, { url, language }: { url: string; language: Language }): Promise<void> {
  const archive = new PMTiles(new URL(url, window.location.href).href)
  const { tileType, maxZoom } = await archive.getHeader()
  // Both packages look for Leaflet in the window.
  ;(window as { L?: typeof L }).L = L
  const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches
  const layer = (tileType === TileType.Mvt
    ? leafletLayer({ url: archive, lang: language, flavor: isDark ? 'dark' : 'light', maxDataZoom: maxZoom })
    : leafletRasterLayer(archive, { maxNativeZoom: maxZoom, maxZoom: map.getMaxZoom() })) as unknown as L.Layer
  layer.addTo(map)
}
