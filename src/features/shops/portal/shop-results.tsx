import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { fillText } from '#shared/fill-text.ts'
import type { Language } from '#shared/language.ts'
import { coordinateText, MAP_ZOOM } from '#features/places/coordinates.ts'
import { formatKilometres } from '#features/places/distance.ts'
import type { PlaceTexts } from '#features/places/portal/place-texts.ts'
import { PlaceMap } from '#features/places/portal/place-map.tsx'
import { FilterChips } from '#portal/ui/filter-chips.tsx'
import { PlaceLink } from '#portal/ui/place-link.tsx'
import { byDistance, SEARCH_RADIUS_KM, type ShopFilter, zoomToNearest } from '../rules.ts'
import type { ShopsFound } from './find-shops.ts'
import { ShopCard } from './shop-card.tsx'
import type { ShopTexts } from './shop-words.ts'
import styles from './shops.module.css'

type ShopResultsProps = { texts: ShopTexts; placeTexts: PlaceTexts; language: Language; search: ShopsFound; pathname: string }

type Pinned = ShopsFound['shops'][number]

function pinOf({ number, name, latitude, longitude }: Pinned, position: number) {
  return { id: String(number), number: position + 1, name, latitude, longitude }
}

/** SHOP-1: the list, nearest first, beside the map; the numbers of the pins are those of the list. */
export function ShopResults({ texts, placeTexts, language, search, pathname }: ShopResultsProps) {
  const { place, shops } = search
  const sorted = useMemo(() => byDistance(shops, place), [shops, place])
  const [chosen, setChosen] = useState(search.chosen)
  const [wantsMap, setWantsMap] = useState(false)
  const pins = useMemo(() => sorted.map(pinOf), [sorted])
  const marker = useMemo(() => ({ ...place, kind: place.name === null ? ('you' as const) : ('sought' as const) }), [place])
  const focused = sorted.find(({ number }) => number === chosen)
  const zoom = focused ? MAP_ZOOM.onShop : zoomToNearest(sorted.map(({ kilometres }) => kilometres))
  function showOnMap(number: number): void {
    setChosen(number)
    setWantsMap(true)
    document.getElementById('map')?.scrollIntoView({ block: 'nearest' })
  }
  function showInList(id: string): void {
    setChosen(Number(id))
    document.getElementById(`shop-${id}`)?.focus()
  }
  return (
    <>
      <ResultsHeading {...{ texts, language, search, pathname }} />
      <div className={styles.results}>
        <div id="map" className={styles.map}>
          <PlaceMap
            texts={placeTexts}
            language={language}
            label={texts.mapLabel}
            description={fillText(texts.mapDescription, { count: sorted.length })}
            lat={(focused ?? place).latitude}
            lng={(focused ?? place).longitude}
            zoom={zoom}
            pins={pins}
            posterSpots={[place]}
            chosenPin={chosen === null ? null : String(chosen)}
            onChoosePin={showInList}
            marker={marker}
            isWanted={wantsMap}
          />
        </div>
        <div className={styles.list}>
          <ol>
            {sorted.map((shop, position) => (
              <li key={shop.number}>
                <ShopCard
                  {...{ texts, language, shop }}
                  position={position + 1}
                  isChosen={shop.number === chosen}
                  onShowOnMap={() => showOnMap(shop.number)}
                />
              </li>
            ))}
          </ol>
          {search.total > sorted.length && (
            <Link className={styles.showAll} to={addressOf(pathname, search, { kind: search.filter, all: true })} preventScrollReset>
              {fillText(texts.showAll, { count: search.total })}
            </Link>
          )}
        </div>
      </div>
    </>
  )
}

function ResultsHeading({ texts, language, search, pathname }: Omit<ShopResultsProps, 'placeTexts'>) {
  const navigate = useNavigate()
  const { place, total, others, filter } = search
  const values = { count: total, distance: formatKilometres(SEARCH_RADIUS_KM, language), place: place.name ?? texts.yourPosition }
  return (
    <div className={styles.heading}>
      <div role="status">
        <h2>{fillText(total === 1 ? texts.foundOne : texts.foundMany, values)}</h2>
      </div>
      {others.length > 0 && (
        <p className={styles.others}>
          {texts.didYouMean}
          {others.map(({ address }) => (
            <PlaceLink key={address} href={`${pathname}?q=${encodeURIComponent(address)}`}>
              {address}
            </PlaceLink>
          ))}
        </p>
      )}
      {!search.isFilterFixed && (
        <FilterChips
          label={texts.filterLabel}
          choices={(['all', 'shop', 'dealer'] as const).map((value) => ({ value, label: texts[`filter_${value}`] }))}
          value={filter}
          hrefOf={(kind) => addressOf(pathname, search, { kind })}
          onChoose={(kind) => void navigate(addressOf(pathname, search, { kind }), { preventScrollReset: true })}
        />
      )}
    </div>
  )
}

function addressOf(pathname: string, { typed, place }: ShopsFound, shown: { kind: ShopFilter; all?: true }): string {
  const query = new URLSearchParams(typed ? { q: typed } : { lat: coordinateText(place.latitude), lng: coordinateText(place.longitude) })
  if (shown.kind !== 'all') query.set('kind', shown.kind)
  if (shown.all) query.set('all', '')
  return `${pathname}?${query.toString()}`
}
