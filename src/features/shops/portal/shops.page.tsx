import { Form, useLocation, useNavigate, useNavigation } from 'react-router'
import { ContextHelp } from '#features/help/portal/context-help.tsx'
import { readContextHelp } from '#features/help/portal/read-context-help.ts'
import { coordinateText } from '#features/places/coordinates.ts'
import { firstPlaceTexts } from '#features/places/portal/place-texts.ts'
import { PositionButton, PositionNotice } from '#features/places/portal/position-button.tsx'
import { useCurrentPosition } from '#features/places/portal/use-current-position.ts'
import { pageRequestOf, portalApi, surroundings } from '#portal/page-context.ts'
import { metaTags, readContent, readPageMeta } from '#portal/texts.ts'
import { Button } from '#portal/ui/button.tsx'
import { Card } from '#portal/ui/card.tsx'
import { Field } from '#portal/ui/field.tsx'
import { PageBody } from '#portal/ui/page-body.tsx'
import { PageHeading } from '#portal/ui/page-heading.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import type { Route } from './+types/shops.page.ts'
import { finderOf } from './finder.ts'
import { findShops } from './find-shops.ts'
import { NoShops } from './no-shops.tsx'
import { ShopResults } from './shop-results.tsx'
import { shopTextsForPage } from './shop-words.ts'
import { TownList } from './town-list.tsx'
import styles from './shops.module.css'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { pathname, searchParams } = new URL(request.url)
  const { language } = context.get(surroundings)
  const { filter, metaPath, titleKey } = finderOf(pathname)
  const [texts, placeTexts, meta] = await Promise.all([
    readContent(context, 'storeLocator-translation'),
    readContent(context, 'places-translation').then(firstPlaceTexts),
    readPageMeta(context, metaPath),
  ])
  const search = await findShops(context.get(portalApi), { query: searchParams, fixedFilter: filter, texts, language })
  // Whoever found shops has what they came for, and a page that is long enough.
  const help = search.kind === 'found' ? null : await readContextHelp(pageRequestOf(context), 'shops')
  return { language, texts: shopTextsForPage(texts), placeTexts, meta, help, search, title: texts[titleKey] }
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaTags(loaderData?.meta)

/** ROUTE-1, ROUTE-3: one page under four addresses; two of them show only shops or only dealers. */
export default function ShopsPage({ loaderData }: Route.ComponentProps) {
  const { texts, placeTexts, language, help, search, title } = loaderData
  const { pathname, search: question } = useLocation()
  const navigate = useNavigate()
  const next = useNavigation().location
  const isSearching = next?.pathname === pathname && placeAskedFor(next.search) !== placeAskedFor(question)
  const position = useCurrentPosition(question, ({ latitude, longitude }) => {
    const query = new URLSearchParams({ lat: coordinateText(latitude), lng: coordinateText(longitude) })
    void navigate(`${pathname}?${query.toString()}`, { preventScrollReset: true })
  })
  const hasNoPosition = position.state !== 'idle' && position.state !== 'asking'
  return (
    <>
      <PageHeading title={title} lead={texts.lead} />
      <PageBody>
        <Card>
          <div className={styles.searchBar}>
            <Form method="get" role="search" className={styles.search} noValidate>
              <Field
                label={texts.findTenereIn}
                name="q"
                hint={texts.cityPincode}
                key={search.typed}
                input={{ type: 'search', defaultValue: search.typed, maxLength: 160, autoComplete: 'off', enterKeyHint: 'search' }}
              />
              <Button disabled={isSearching}>{texts.search}</Button>
            </Form>
            <PositionButton or={texts.or} label={texts.useCurrentLocation} texts={placeTexts} state={position.state} onAsk={position.ask} />
          </div>
        </Card>
        <PositionNotice texts={placeTexts} state={position.state} />
        {isSearching ? (
          <Card>
            <Skeleton label={texts.searching} lines={6} />
          </Card>
        ) : search.kind === 'found' && !hasNoPosition ? (
          <ShopResults {...{ texts, placeTexts, language, search, pathname }} />
        ) : (
          <>
            {(search.kind === 'nothing' || hasNoPosition) && (
              <NoShops texts={texts} hasFailed={search.kind === 'nothing' && search.hasFailed} />
            )}
            {search.kind !== 'found' && <TownList {...{ texts, pathname }} regions={search.regions} filter={search.filter} />}
          </>
        )}
        {search.isDemonstration && <p className={styles.soft}>{texts.demonstration}</p>}
        {help && <ContextHelp help={help} />}
      </PageBody>
    </>
  )
}

/** Another kind of shop, or more of them, leaves the list in place until the new one is there. */
function placeAskedFor(search: string): string {
  const query = new URLSearchParams(search)
  return ['q', 'lat', 'lng', 'shop'].map((name) => query.get(name)).join('\n')
}
