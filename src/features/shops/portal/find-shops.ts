import { COUNTRY } from '#shared/operator.ts'
import type { Api } from '#calls/api.ts'
import type { Language } from '#shared/language.ts'
import { isFailure } from '#shared/failure.ts'
import type { FoundPlace } from '#features/places/contract.ts'
import { type Coordinates, coordinateText } from '#features/places/coordinates.ts'
import { readCoordinates } from '#features/places/operator-map.ts'
import { byDistance, readFilter, SEARCH_RADIUS_KM, shopFrom, type ShopFilter } from '../rules.ts'
import { type ShopTexts, type ShopView, shopViewer } from './shop-words.ts'

export type ShopTowns = { isDemonstration: boolean; hasTownMap: boolean; regions: TownsOfRegion[] }

export type TownsOfRegion = { region: string; towns: { town: string; shops: number; dealers: number }[] }

/** Where shops are looked for; without a name it is the visitor's own position. */
export type SoughtPlace = Coordinates & { name: string | null }

export type ShopsFound = {
  kind: 'found'
  typed: string
  filter: ShopFilter
  /** The address names the kind of shop itself. */
  isFilterFixed: boolean
  place: SoughtPlace
  others: FoundPlace[]
  /** The nearest ones, or all of them on request. */
  shops: ShopView[]
  total: number
  chosen: number | null
  isDemonstration: boolean
  hasTownMap: boolean
}

export type ShopSearch =
  | ShopsFound
  | ({ kind: 'start'; typed: string; filter: ShopFilter } & ShopTowns)
  | ({ kind: 'nothing'; typed: string; filter: ShopFilter; hasFailed: boolean } & ShopTowns)

type Asked = { query: URLSearchParams; fixedFilter: ShopFilter | null; texts: ShopTexts; language: Language }

const MAX_SEARCH = 160
/** Keeps the first answer small for slow connections; the rest of a long list is loaded on request. */
const MAX_SHOWN_FIRST = 4

/** The question in the page's address and its answer. SHOP-2: a call that failed is shown as nothing found. */
export async function findShops(api: Api, { query, fixedFilter, texts, language }: Asked): Promise<ShopSearch> {
  const typed = (query.get('q') ?? '').trim().slice(0, MAX_SEARCH)
  const filter = fixedFilter ?? readFilter(query.get('kind'))
  const hasQuestion = typed !== '' || query.has('shop') || query.has('lat')
  const towns = await townsOf(api)
  if (!hasQuestion) return { kind: 'start', typed, filter, ...towns }

  const sought = await soughtPlace(api, typed, query)
  const shops = sought.kind === 'place' ? await shopsNear(api, sought.place) : []
  const shown = shops?.filter(({ kind }) => filter === 'all' || kind === filter) ?? []
  if (sought.kind !== 'place' || shown.length === 0) {
    const hasFailed = sought.kind === 'failed' || shops === null
    return { kind: 'nothing', typed, filter, hasFailed, ...towns }
  }
  const { place, others, chosen } = sought
  const nearest = byDistance(shown, place).slice(0, query.has('all') ? undefined : MAX_SHOWN_FIRST)
  const view = shopViewer(texts, language, new Date())
  const { isDemonstration, hasTownMap } = towns
  const isFilterFixed = fixedFilter !== null
  const shopsFound = { shops: nearest.map(view), total: shown.length }
  return { kind: 'found', typed, filter, isFilterFixed, place, others, ...shopsFound, chosen, isDemonstration, hasTownMap }
}

type Sought = { kind: 'nowhere' | 'failed' } | { kind: 'place'; place: SoughtPlace; others: FoundPlace[]; chosen: number | null }

async function soughtPlace(api: Api, typed: string, query: URLSearchParams): Promise<Sought> {
  const number = query.get('shop')
  if (number !== null) return sharedShop(api, number)
  if (typed === '') {
    const point = readCoordinates(query.get('lat'), query.get('lng'))
    return point ? { kind: 'place', place: { ...point, name: null }, others: [], chosen: null } : { kind: 'nowhere' }
  }
  const answer = await api.geocodeAddress({ address: typed })
  if (isFailure(answer)) return { kind: 'failed' }
  const [best, ...others] = answer.result.places
  if (!best) return { kind: 'nowhere' }
  const { latitude, longitude, address } = best
  return { kind: 'place', place: { latitude, longitude, name: address }, others, chosen: null }
}

async function sharedShop(api: Api, number: string): Promise<Sought> {
  const answer = await api.readShop({ number })
  if (isFailure(answer)) return { kind: 'nowhere' }
  const { latitude, longitude, town, quarter } = shopFrom(answer.result)
  const name = [quarter, town].filter((part) => part !== '').join(', ')
  return { kind: 'place', place: { latitude, longitude, name }, others: [], chosen: answer.result.number }
}

async function shopsNear(api: Api, { latitude, longitude }: Coordinates) {
  const answer = await api.readShopsByCoordinates({
    opco: COUNTRY.code,
    latitude: coordinateText(latitude),
    longitude: coordinateText(longitude),
    distanceInKilometers: String(SEARCH_RADIUS_KM),
  })
  return isFailure(answer) ? null : answer.result.map(shopFrom)
}

async function townsOf(api: Api): Promise<ShopTowns> {
  const answer = await api.readShopTowns()
  return isFailure(answer) ? { isDemonstration: false, hasTownMap: false, regions: [] } : answer.result
}
