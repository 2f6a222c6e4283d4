import { COUNTRY } from '#shared/operator.ts'
import { isFailure } from '#shared/failure.ts'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import { unbroken } from '#shared/unbroken.ts'
import { coordinateText } from '#features/places/coordinates.ts'
import { SEARCH_RECTANGLE } from '#features/places/operator-map.ts'
import { page, PageFailure } from '#portal/page/page.ts'
import { readContent } from '#portal/texts/texts.ts'
import { Card } from '#portal/ui/frame/card.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import { shopFrom } from '../rules.ts'
import { telephoneLink } from './shop-card.tsx'
import { type ShopTexts, type ShopView, shopViewer } from './shop-words.ts'
import disclosure from '#portal/ui/lists/disclosure.module.css'
import styles from './all-shops.module.css'

const PATH = '/storeLocator/all'
/** From the middle of the country to its last corner. */
const WHOLE_COUNTRY_KM = '999'
const MIDDLE = {
  latitude: coordinateText((SEARCH_RECTANGLE.south + SEARCH_RECTANGLE.north) / 2),
  longitude: coordinateText((SEARCH_RECTANGLE.west + SEARCH_RECTANGLE.east) / 2),
}

/** OFF-5: every shop and dealer on one page, fetched for offline use. It is the same at any hour. */
export default page(PATH, {
  isAboutMoney: false,
  async load(request) {
    const { api, language } = request
    const [texts, towns, shops] = await Promise.all([
      readContent(request, 'storeLocator-translation'),
      api.readShopTowns(),
      api.readShopsByCoordinates({ opco: COUNTRY.code, ...MIDDLE, distanceInKilometers: WHOLE_COUNTRY_KM }),
    ])
    if (isFailure(towns) || isFailure(shops)) throw new PageFailure(503, isFailure(towns) ? towns.message : '')
    const all = shops.result.map(shopFrom).map(shopViewer(texts, language, new Date(0)))
    const regions = towns.result.regions.map(({ region, towns: names }) => ({
      region,
      towns: names.map(({ town }) => ({ town, shops: all.filter((shop) => shop.town === town) })),
    }))
    return { texts, regions, isDemonstration: towns.result.isDemonstration }
  },
  View: ({ data: { texts, regions, isDemonstration } }) => (
    <>
      <PageHeading title={texts.allTitle} lead={texts.allLead} />
      <PageBody isNarrow>
        {regions.map(({ region, towns }) => (
          <Card key={region} heading={region}>
            {towns.map(({ town, shops }) => (
              <details key={town} className={`${disclosure.part} ${styles.town}`}>
                <summary>
                  {town} <span>{shops.length}</span>
                </summary>
                <ul>
                  {shops.map((shop) => (
                    <ShopLines key={shop.number} texts={texts} shop={shop} />
                  ))}
                </ul>
              </details>
            ))}
          </Card>
        ))}
        {isDemonstration && <p className={styles.soft}>{texts.demonstration}</p>}
      </PageBody>
    </>
  ),
})

function ShopLines({ texts, shop: { name, kind, quarter, address, phone, opening } }: { texts: ShopTexts; shop: ShopView }) {
  return (
    <li>
      <b>{name}</b>
      <p className={styles.soft}>{[texts[`kind_${kind}`], quarter].filter((part) => part !== '').join(' · ')}</p>
      <p>{address}</p>
      {opening.week.map(({ days, hours }) => (
        <p key={days}>
          {days} : {hours}
        </p>
      ))}
      <a href={telephoneLink(phone)}>{unbroken(formatMobileNumber(phone))}</a>
    </li>
  )
}
