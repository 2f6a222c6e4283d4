import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import words from '#content/en/places-translation.json'
import basemap from '../../../../operators/ne-tenere/map/basemap.json'
import '#portal/styles/base.css'
import { MAP_ZOOM } from '../coordinates.ts'
import type { PlaceMapProps } from './map-props.ts'
import { PlaceMap } from './place-map.tsx'

const CENTRE = { latitude: 13.5137, longitude: 2.1098 }
const MAP_DATA = {
  limits: { south: 10.2, west: -1.5, north: 25.2, east: 17.5 },
  towns: [{ ...CENTRE, name: 'Niamey', population: 774_235, isCapital: true }],
  neighbours: [{ code: 'NG', latitude: 11.6, longitude: 8.2 }],
  basemap,
}
const platformFetch = window.fetch
const ZINDER = { address: 'Zinder', latitude: 13.80716, longitude: 8.9881, precision: 'town', region: 'Zinder' }

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

/** A portal whose calls answer at once. */
function portalThat(answers: Partial<Record<'settings' | 'data' | 'geocode' | 'reverse-geocode' | 'activePackage', unknown>> = {}) {
  const asked: URL[] = []
  const results: Record<string, unknown> = {
    settings: { tiles: null },
    data: MAP_DATA,
    geocode: { places: [ZINDER] },
    'reverse-geocode': { ...ZINDER, address: 'North of Niamey' },
    activePackage: { packageHtml: JSON.stringify(words) },
    ...answers,
  }
  vi.stubGlobal('fetch', async (input: string, options?: RequestInit) => {
    const url = new URL(input, location.href)
    if (!url.pathname.includes('/portal-service/')) return platformFetch(input, options)
    asked.push(url)
    const result = results[url.pathname.split('/').pop() ?? '']
    return result === null ? Promise.reject(new TypeError('offline')) : Response.json({ status: 'success', statusCode: 200, result })
  })
  return { asked, askedFor: (name: string) => asked.filter(({ pathname }) => pathname.endsWith(`/${name}`)) }
}

function renderMap(props: Partial<PlaceMapProps> = {}) {
  const all = {
    texts: words,
    language: 'en' as const,
    label: 'Map of Niger',
    lat: CENTRE.latitude,
    lng: CENTRE.longitude,
    zoom: MAP_ZOOM.atStart,
  }
  return render(<PlaceMap {...all} {...props} />)
}

const surface = () => page.getByRole('region', { name: 'Map of Niger' })

test('MAP-2 a search moves the map there and reports the place and its address', async () => {
  const portal = portalThat()
  const onLocationChanged = vi.fn<NonNullable<PlaceMapProps['onLocationChanged']>>()
  await renderMap({ isWanted: true, hasSearch: true, hasCentrePin: true, onLocationChanged })
  await page.getByLabelText(words.searchLabel).fill('zender')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('The pin is here: Zinder')).toBeVisible()
  expect(onLocationChanged).toHaveBeenCalledExactlyOnceWith({ lat: 13.80716, lng: 8.9881, address: 'Zinder' })
  expect(portal.askedFor('geocode')[0]?.searchParams.get('address')).toBe('zender')
})

test('MAP-2 arrow keys move the map below the pin; the place is reported when it stops', async () => {
  const portal = portalThat()
  const onLocationChanged = vi.fn<NonNullable<PlaceMapProps['onLocationChanged']>>()
  await renderMap({ isWanted: true, hasCentrePin: true, onLocationChanged })
  await expect.element(page.getByRole('button', { name: words.zoomIn })).toBeVisible()
  surface().element().focus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.element(page.getByText('The pin is here: North of Niamey')).toBeVisible()
  expect(onLocationChanged).toHaveBeenCalledOnce()
  const [location] = onLocationChanged.mock.calls[0] ?? []
  expect(location?.lat).toBeGreaterThan(CENTRE.latitude)
  expect(location?.lng).toBeCloseTo(CENTRE.longitude, 2)
  expect(portal.askedFor('reverse-geocode')).toHaveLength(1)
})

test('MAP-1 a move by the page is not reported as the visitor’s choice', async () => {
  portalThat()
  const onLocationChanged = vi.fn<NonNullable<PlaceMapProps['onLocationChanged']>>()
  const screen = await renderMap({ isWanted: true, hasCentrePin: true, onLocationChanged })
  await expect.element(page.getByRole('button', { name: words.zoomIn })).toBeVisible()
  await expect.element(page.getByText(/^Simplified map/)).not.toBeInTheDocument()
  await screen.rerender(
    <PlaceMap
      texts={words}
      language="en"
      label="Map of Niger"
      lat={13.8}
      lng={8.98}
      zoom={MAP_ZOOM.afterSearch}
      isWanted
      hasCentrePin
      onLocationChanged={onLocationChanged}
    />,
  )
  await expect.element(page.getByText(/^Simplified map/)).toBeVisible()
  expect(onLocationChanged).not.toHaveBeenCalled()
})

test('nothing is fetched before the map is opened', async () => {
  const portal = portalThat()
  await renderMap()
  await expect.element(page.getByRole('button', { name: words.openMap })).toBeVisible()
  expect(portal.asked).toEqual([])
  await page.getByRole('button', { name: words.openMap }).click()
  await expect.element(surface()).toBeVisible()
  await expect.element(surface()).toHaveAccessibleDescription(words.mapHelp)
})

test('pins are buttons with names, and Enter chooses one', async () => {
  portalThat()
  const onChoosePin = vi.fn<(id: string) => void>()
  const pins = [{ id: '7', number: 1, name: 'Boutique Plateau', ...CENTRE }]
  await renderMap({ isWanted: true, pins, onChoosePin })
  const pin = page.getByRole('button', { name: '1. Boutique Plateau' })
  await expect.element(pin).toBeVisible()
  ;(pin.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  expect(onChoosePin).toHaveBeenCalledWith('7')
})

test('a map that fails to load says so and can be opened again', async () => {
  portalThat({ activePackage: null })
  await renderMap({ isWanted: false })
  await page.getByRole('button', { name: words.openMap }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(words.mapFailed)
  portalThat()
  await page.getByRole('button', { name: words.openMap }).click()
  await expect.element(surface()).toBeVisible()
  // Once it can be zoomed all its responses have arrived: none is left for the next map.
  await expect.element(page.getByRole('button', { name: words.zoomIn })).toBeVisible()
})

test('MAP-2 the key goes to the tile server and nowhere else', async () => {
  const tiles = {
    kind: 'raster',
    url: `${location.origin}/tiles/{z}/{x}/{y}.png?key={key}`,
    attribution: '© OpenStreetMap',
    apiKey: 'from-settings',
  }
  const portal = portalThat({ settings: { tiles } })
  await renderMap({ isWanted: true, apiKey: 'k 1' })
  await expect.element(page.getByText(/© OpenStreetMap/)).toBeVisible()
  await expect.poll(() => document.querySelector<HTMLImageElement>('.leaflet-tile')?.src).toContain('key=k%201')
  expect(portal.asked.some((url) => url.href.includes('k%201'))).toBe(false)
})

test('without a basemap the map shows the towns and names no source', async () => {
  portalThat({ data: { ...MAP_DATA, basemap: null } })
  await renderMap({ isWanted: true, zoom: MAP_ZOOM.onShop })
  await expect.element(page.getByRole('button', { name: words.zoomIn })).toBeVisible()
  await expect.element(page.getByText(/^Simplified map|Natural Earth/)).not.toBeInTheDocument()
})
