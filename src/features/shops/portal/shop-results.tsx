import { fillText } from '#shared/fill-text.ts'
import type { Language } from '#shared/language.ts'
import { coordinateText, MAX_BUILT_IN_ZOOM } from '#features/places/coordinates.ts'
import { MapPoster } from '#features/places/portal/map-poster.tsx'
import { formatKilometres } from '#features/places/distance.ts'
import { type AllPlaceTexts, MAP_TEXTS } from '#features/places/portal/place-texts.ts'
import { pickTexts } from '#portal/texts/pick-texts.ts'
import chips from '#portal/ui/choices/chips.module.css'
import { byDistance, SEARCH_RADIUS_KM, type ShopFilter, zoomToNearest } from '../rules.ts'
import type { ShopsFound } from './find-shops.ts'
import { ShopCard } from './shop-card.tsx'
import ShopList from './shop-list.island.ts'
import ShopMap from './shop-map.island.tsx'
import { MAP_ID } from './shop-on-map.ts'
import type { ShopTexts } from './shop-words.ts'
import styles from './shops.module.css'

type ShopResultsProps = { texts: ShopTexts; placeTexts: AllPlaceTexts; language: Language; search: ShopsFound; pathname: string }

const HEADING_ID = 'results'

/**
 * SHOP-1: the list, nearest first, beside the map; the numbers of the pins are those of the list. Without tiles the map knows no street: in
 * a town pins on it would be false, and the list stands alone.
 */
export function ShopResults({ texts, placeTexts, language, search, pathname }: ShopResultsProps) {
  const { place, chosen, total, hasTownMap } = search
  const sorted = byDistance(search.shops, place)
  const last = sorted[sorted.length - 1]
  const zoom = zoomToNearest(sorted.map(({ kilometres }) => kilometres))
  const hasMap = hasTownMap || zoom <= MAX_BUILT_IN_ZOOM
  return (
    <>
      <ResultsHeading {...{ texts, language, search, pathname }} />
      <div className={hasMap ? styles.results : styles.alone}>
        <div className={styles.list}>
          <ShopList>
            <ol>
              {sorted.map((shop, position) => (
                <li key={shop.number}>
                  <ShopCard {...{ texts, language, shop, hasMap }} position={position + 1} isChosen={shop.number === chosen} />
                </li>
              ))}
            </ol>
          </ShopList>
          {last && total > sorted.length && (
            <a className={styles.showAll} href={`${addressOf(pathname, search, { kind: search.filter, all: true })}#shop-${last.number}`}>
              {fillText(texts.showAll, { count: total })}
            </a>
          )}
        </div>
        {hasMap && (
          <div id={MAP_ID} className={styles.map}>
            <ShopMap
              texts={pickTexts(placeTexts, MAP_TEXTS)}
              label={texts.mapLabel}
              description={fillText(texts.mapDescription, { count: sorted.length })}
              place={place}
              zoom={zoom}
              pins={sorted.map(({ number, name, latitude, longitude }, position) => ({
                id: String(number),
                number: position + 1,
                name,
                latitude,
                longitude,
              }))}
              first={chosen}
            >
              <MapPoster spots={[place]} />
            </ShopMap>
          </div>
        )}
      </div>
    </>
  )
}

function ResultsHeading({ texts, language, search, pathname }: Omit<ShopResultsProps, 'placeTexts'>) {
  const { place, total, others } = search
  const values = { count: total, distance: formatKilometres(SEARCH_RADIUS_KM, language), place: place.name ?? texts.yourPosition }
  return (
    <div id={HEADING_ID} className={styles.heading}>
      <div role="status">
        <h2 tabIndex={-1} autoFocus>
          {fillText(total === 1 ? texts.foundOne : texts.foundMany, values)}
        </h2>
      </div>
      {others.length > 0 && (
        <p className={styles.others}>
          {texts.didYouMean}
          {others.map(({ address }) => (
            <a key={address} href={`${pathname}?q=${encodeURIComponent(address)}`}>
              {address}
            </a>
          ))}
        </p>
      )}
      {!search.isFilterFixed && <KindChips {...{ texts, search, pathname }} />}
    </div>
  )
}

/** Each kind is a page of its own, which opens where its results begin. */
function KindChips({ texts, search, pathname }: Pick<ShopResultsProps, 'texts' | 'search' | 'pathname'>) {
  return (
    <div className={chips.chips} role="group" aria-label={texts.filterLabel}>
      {(['all', 'shop', 'dealer'] as const).map((kind) => (
        <a
          key={kind}
          href={`${addressOf(pathname, search, { kind })}#${HEADING_ID}`}
          className={kind === search.filter ? `${chips.chip} ${chips.chosen}` : chips.chip}
          aria-current={kind === search.filter ? 'true' : undefined}
        >
          {texts[`filter_${kind}`]}
        </a>
      ))}
    </div>
  )
}

function addressOf(pathname: string, { typed, place }: ShopsFound, shown: { kind: ShopFilter; all?: true }): string {
  const query = new URLSearchParams(typed ? { q: typed } : { lat: coordinateText(place.latitude), lng: coordinateText(place.longitude) })
  if (shown.kind !== 'all') query.set('kind', shown.kind)
  if (shown.all) query.set('all', '')
  return `${pathname}?${query.toString()}`
}
