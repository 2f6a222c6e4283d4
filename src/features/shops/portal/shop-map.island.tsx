import { useEffect, useMemo, useState } from 'react'
import { island } from '#island'
import { MAP_ZOOM } from '#features/places/coordinates.ts'
import type { MapPin } from '#features/places/portal/map-contents.ts'
import { PlaceMap } from '#features/places/portal/place-map.tsx'
import type { MapTexts } from '#features/places/portal/place-texts.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import type { SoughtPlace } from './find-shops.ts'
import { onAskedForMap } from './shop-on-map.ts'

type ShopMapProps = {
  texts: MapTexts
  label: string
  description: string
  place: SoughtPlace
  zoom: number
  pins: MapPin[]
  /** The shop whose link was followed. */
  first: number | null
}

/** SHOP-1: the map beside the list; the numbers of its pins are those of the list. */
function ShopMap({ texts, label, description, place, zoom, pins, first }: ShopMapProps) {
  const [chosen, setChosen] = useState(first)
  const [wantsMap, setWantsMap] = useState(false)
  const marker = useMemo(() => ({ ...place, kind: place.name === null ? ('you' as const) : ('sought' as const) }), [place])
  const focused = pins.find(({ id }) => id === String(chosen))
  useEffect(
    () =>
      onAskedForMap((number) => {
        setChosen(number)
        setWantsMap(true)
      }),
    [],
  )
  useEffect(() => {
    for (const { id } of pins) document.getElementById(`shop-${id}`)?.toggleAttribute('data-chosen', id === String(chosen))
  }, [pins, chosen])
  return (
    <PlaceMap
      texts={texts}
      language={useLanguage()}
      label={label}
      description={description}
      lat={(focused ?? place).latitude}
      lng={(focused ?? place).longitude}
      zoom={focused ? MAP_ZOOM.onShop : zoom}
      pins={pins}
      chosenPin={chosen === null ? null : String(chosen)}
      onChoosePin={(id) => {
        setChosen(Number(id))
        document.getElementById(`shop-${id}`)?.focus()
      }}
      marker={marker}
      isWanted={wantsMap}
    />
  )
}

export default island('shop-map', ShopMap)
