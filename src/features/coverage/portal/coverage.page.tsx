import { formatLongDay } from '#shared/calendar-day.ts'
import { isFailure } from '#shared/failure.ts'
import { ContextHelp } from '#portal/layout/context-help.tsx'
import { readContextHelp } from '#portal/layout/read-context-help.ts'
import { PositionNotice } from '#features/places/portal/position-button.tsx'
import { page, PageFailure } from '#portal/page/page.ts'
import { readContent } from '#portal/texts/texts.ts'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import { chosenTechnology } from '../rules.ts'
import { findPlace } from './find-place.ts'
import { MapCard } from './map-card.tsx'
import { NetworkSummary } from './network-summary.tsx'
import { PlaceForm } from './place-form.tsx'
import { PlaceNotFound } from './place-not-found.tsx'
import { Verdict } from './verdict.tsx'
import { ANSWERS_ID, COVERAGE_PATH } from './verdict-place.ts'
import styles from './coverage.module.css'

/** COV-1: the answer is text without script; the map is loaded on request. */
export default page(COVERAGE_PATH, {
  isAboutMoney: false,
  async load(request) {
    const { api, language, url } = request
    const [texts, placeTexts, summary, search] = await Promise.all([
      readContent(request, 'network-translation'),
      readContent(request, 'places-translation'),
      api.readCoverageSummary(),
      findPlace(api, url.searchParams),
    ])
    if (isFailure(summary)) throw new PageFailure(503, summary.message)
    const offered = summary.result.sites.map(({ technology }) => technology)
    const technology = chosenTechnology(search.technology, offered)
    const asOf = formatLongDay(summary.result.asOf, language)
    // No help beside an answer: the answer is what the visitor came for, and it says what to do when a phone disagrees.
    const help = search.kind === 'found' ? null : await readContextHelp(request, 'coverage')
    return { language, texts, placeTexts, summary: summary.result, asOf, search, help, offered, technology }
  },
  View({ data: { texts, placeTexts, language, summary, asOf, search, help, offered, technology } }) {
    const found = search.kind === 'found' ? search : null
    return (
      <>
        {/* What the page is for is known to who asked already: the answer stands higher. */}
        <PageHeading title={texts.title} {...(search.kind === 'none' && { lead: texts.lead })} />
        <PageBody>
          <div className={styles.columns}>
            <div id={ANSWERS_ID} className={styles.answers}>
              {search.kind === 'nothing' && <PlaceNotFound texts={texts} typed={search.typed} />}
              <PositionNotice texts={placeTexts} />
              <PlaceForm {...{ texts, placeTexts, offered, technology }} typed={search.typed} found={found?.address ?? null} />
              {found && technology && (
                <Verdict {...{ texts, language, technology, offered, asOf }} place={found} coverage={found.coverage} />
              )}
            </div>
            <div className={styles.map}>
              <MapCard {...{ texts, placeTexts, language, technology, summary }} place={found} />
            </div>
            <div className={styles.more}>
              <NetworkSummary texts={texts} language={language} summary={summary} />
            </div>
          </div>
          {help && <ContextHelp help={help} />}
        </PageBody>
      </>
    )
  },
})
