import { writeFileSync } from 'node:fs'
import { regionAt } from '../src/features/places/server/country-shape.ts'
import { TOWNS } from '../src/features/places/server/gazetteer.ts'
import { NIAMEY_QUARTERS, POSTAL_PREFIX, TOWN_QUARTERS, WHERE_IN_TOWN } from './shop-places.ts'
import { seededChance } from './seeded-chance.ts'

/** Writes the demonstration shops and dealers, the same ones every time. */
type Place = { kind: 'shop' | 'dealer'; town: string; quarter: string; latitude: number; longitude: number; where: string }

const TARGET = 'operators/ne-tenere/shops.csv'
const DEALER_NAMES = ['Téléboutique', 'Espace Mobile', 'Kiosque', 'Comptoir']
const CITY_HOURS = 'Mo-Th 08:00-19:00; Fr 08:00-12:30,15:00-19:00; Sa 08:30-17:00'
const TOWN_HOURS = 'Mo-Th 08:00-12:30,15:00-18:30; Fr 08:00-12:00,15:30-18:30; Sa 08:30-13:00'
const DEALER_HOURS = ['Mo-Sa 08:00-20:00', 'Mo-Su 07:30-21:00', 'Mo-Sa 08:00-19:00; Su 09:00-13:00']
const CENTRE = 'Centre'
const BIG_TOWN = 40_000

const { chance, bell } = seededChance(20_261_102)

function placesElsewhere(): Place[] {
  return TOWN_QUARTERS.flatMap(([town, shops, dealers]) => {
    const { latitude, longitude } = townNamed(town)
    const near = (kind: Place['kind'], quarter: string): Place => {
      const spread = quarter === CENTRE ? 0.002 : 0.009
      return {
        kind,
        town,
        quarter,
        latitude: Number((latitude + bell() * spread).toFixed(4)),
        longitude: Number((longitude + bell() * spread).toFixed(4)),
        where: pick(WHERE_IN_TOWN),
      }
    }
    return [...shops.map((quarter) => near('shop', quarter)), ...dealers.map((quarter) => near('dealer', quarter))]
  })
}

function shopOf({ kind, town, quarter, latitude, longitude, where }: Place, place: number) {
  const number = place + 1
  const { region, population } = townNamed(town)
  const isBig = population > BIG_TOWN
  const nameOfPlace = quarter === CENTRE ? town : quarter
  if (!regionAt({ latitude, longitude })) throw new Error(`${quarter}, ${town} is not in Niger`)
  return {
    number,
    kind,
    name: kind === 'shop' ? `Boutique ${nameOfPlace}` : `${pick(DEALER_NAMES)} ${nameOfPlace}`,
    town,
    quarter: quarter === CENTRE ? '' : quarter,
    address: where,
    postalCode: `${POSTAL_PREFIX[region] ?? '9'}${String(number).padStart(3, '0')}`,
    // Test numbers of the sandbox: no real subscriber is called.
    phone: `9000${String(1000 + number)}`,
    latitude,
    longitude,
    openingHours: kind === 'dealer' ? pick(DEALER_HOURS) : isBig ? CITY_HOURS : TOWN_HOURS,
    services:
      kind === 'dealer' ? ['airtime', 'sim', 'money'] : ['sim', 'money', 'bills', 'devices', ...(isBig ? ['broadband', 'repair'] : [])],
  }
}

function townNamed(name: string) {
  const town = TOWNS.find((known) => known.name === name)
  if (!town) throw new Error(`${name} is not in the gazetteer`)
  return town
}

function pick<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(chance() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

const niamey = NIAMEY_QUARTERS.map(([kind, quarter, latitude, longitude, where]): Place => ({
  kind: kind === 'S' ? 'shop' : 'dealer',
  town: 'Niamey',
  quarter,
  latitude,
  longitude,
  where,
}))
const shops = [...niamey, ...placesElsewhere()].map(shopOf)
const cellOf = (value: string | number | string[]) => {
  const text = Array.isArray(value) ? value.join('|') : String(value)
  return text.includes(',') ? `"${text}"` : text
}
const lines = shops.map((shop) => Object.values(shop).map(cellOf).join(','))
writeFileSync(TARGET, `${[Object.keys(shops[0] ?? {}).join(','), ...lines].join('\n')}\n`)
process.stdout.write(`${shops.length} shops and dealers in ${new Set(shops.map(({ town }) => town)).size} towns\n`)
