import type { Api } from '#calls/api.ts'
import { isFailure } from '#shared/failure.ts'
import type { FoundPlace } from '#features/places/contract.ts'
import { coordinateText } from '#features/places/coordinates.ts'
import { readCoordinates } from '#features/places/operator-map.ts'
import { PageFailure } from '#portal/page/page.ts'
import type { CoverageAt } from '../contract.ts'

/** Reads the search from the page's URL and runs it. */
export type CoverageSearch = { typed: string; technology: string | null } & (
  { kind: 'none' } | { kind: 'nothing' } | (FoundPlace & { kind: 'found'; coverage: CoverageAt; others: FoundPlace[]; isPoint: boolean })
)

const MAX_SEARCH = 160

export async function findPlace(api: Api, query: URLSearchParams): Promise<CoverageSearch> {
  const typed = (query.get('q') ?? '').trim().slice(0, MAX_SEARCH)
  const asked = { typed, technology: query.get('tech') }
  const point = readCoordinates(query.get('lat'), query.get('lng'))
  if (point) return { ...asked, ...(await coverageOf(api, [await described(api, point)])), isPoint: true }
  if (typed === '') return { ...asked, kind: 'none' }
  const answer = await api.geocodeAddress({ address: typed })
  if (isFailure(answer)) throw new PageFailure(503, answer.message)
  const { places } = answer.result
  return places.length === 0 ? { ...asked, kind: 'nothing' } : { ...asked, ...(await coverageOf(api, places)), isPoint: false }
}

async function described(api: Api, point: { latitude: number; longitude: number }): Promise<FoundPlace> {
  const answer = await api.describePoint(textsOf(point))
  if (isFailure(answer)) throw new PageFailure(503, answer.message)
  return { ...answer.result, precision: 'address' }
}

async function coverageOf(api: Api, [place, ...others]: FoundPlace[]) {
  if (!place) throw new Error('a place is needed')
  const answer = await api.readCoverageAt(textsOf(place))
  if (isFailure(answer)) throw new PageFailure(503, answer.message)
  return { kind: 'found' as const, ...place, coverage: answer.result, others }
}

function textsOf({ latitude, longitude }: { latitude: number; longitude: number }) {
  return { latitude: coordinateText(latitude), longitude: coordinateText(longitude) }
}
