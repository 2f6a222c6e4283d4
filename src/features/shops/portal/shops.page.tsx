import { ContextHelp } from '#portal/layout/context-help.tsx'
import { readContextHelp } from '#portal/layout/read-context-help.ts'
import type { AllPlaceTexts } from '#features/places/portal/place-texts.ts'
import { PositionButton, PositionNotice } from '#features/places/portal/position-button.tsx'
import { readDialHint } from '#portal/layout/read-dial-hint.ts'
import { DialHint } from '#portal/layout/dial-hint.tsx'
import { page } from '#portal/page/page.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { FoldedForm } from '#portal/ui/frame/folded-form.tsx'
import { Field } from '#portal/ui/fields/field.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import { FINDER_PATHS, finderOf } from './finder.ts'
import { findShops } from './find-shops.ts'
import { NoShops } from './no-shops.tsx'
import { ShopResults } from './shop-results.tsx'
import type { ShopTexts } from './shop-words.ts'
import { TownList } from './town-list.tsx'
import styles from './shops.module.css'

/** ROUTE-1, ROUTE-3: one page under four addresses; two of them show only shops or only dealers. */
export default page(FINDER_PATHS, {
  isAboutMoney: false,
  async load(request) {
    const { api, language } = request
    const { pathname, searchParams } = request.url
    const { filter, metaPath, titleKey } = finderOf(pathname)
    const [texts, placeTexts, tags, ussd] = await Promise.all([
      readContent(request, 'storeLocator-translation'),
      readContent(request, 'places-translation'),
      readPageMeta(request, metaPath),
      readDialHint(request, 'shops'),
    ])
    const search = await findShops(api, { query: searchParams, fixedFilter: filter, texts, language })
    // No help beside results: the page is long enough.
    const help = search.kind === 'found' ? null : await readContextHelp(request, 'shops')
    return { language, pathname, ussd, texts, placeTexts, tags, help, search, title: texts[titleKey] }
  },
  tags: ({ tags }) => tags,
  View: ({ data: { texts, placeTexts, language, pathname, help, search, title, ussd } }) => (
    <>
      {/* What the page is for is known to who asked already: the answer stands higher. */}
      <PageHeading title={title} {...(search.kind === 'start' && { lead: texts.lead })} />
      <PageBody>
        {search.kind === 'found' && (
          <FoldedForm title={search.place.name ?? texts.yourPosition} change={texts.changePlace}>
            <SearchForm {...{ texts, placeTexts, pathname }} typed={search.typed} />
          </FoldedForm>
        )}
        <PositionNotice texts={placeTexts} />
        {search.kind === 'nothing' ? (
          <NoShops texts={texts} reason={search.hasFailed ? 'failed' : 'no-match'} />
        ) : (
          <div data-without-position hidden>
            <NoShops texts={texts} reason="no-position" />
          </div>
        )}
        {search.kind !== 'found' && (
          <Card>
            <SearchForm {...{ texts, placeTexts, pathname }} typed={search.typed} />
          </Card>
        )}
        {search.kind === 'found' ? (
          <div data-with-position className={styles.found}>
            <ShopResults {...{ texts, placeTexts, language, search, pathname }} />
          </div>
        ) : (
          <TownList {...{ texts, pathname }} regions={search.regions} filter={search.filter} />
        )}
        {search.isDemonstration && <p className={styles.soft}>{texts.demonstration}</p>}
        {help && <ContextHelp help={help} />}
        <DialHint hint={ussd} />
      </PageBody>
    </>
  ),
})

type SearchFormProps = { texts: ShopTexts; placeTexts: AllPlaceTexts; pathname: string; typed: string }

function SearchForm({ texts, placeTexts, pathname, typed }: SearchFormProps) {
  return (
    <div className={styles.searchBar}>
      <form method="get" action={pathname} role="search" className={styles.search} noValidate>
        <Field
          label={texts.findTenereIn}
          name="q"
          hint={texts.cityPincode}
          input={{ type: 'search', defaultValue: typed, maxLength: 160, autoComplete: 'off', enterKeyHint: 'search' }}
        />
        <Button>{texts.search}</Button>
      </form>
      <PositionButton or={texts.or} label={texts.useCurrentLocation} texts={placeTexts} />
    </div>
  )
}
