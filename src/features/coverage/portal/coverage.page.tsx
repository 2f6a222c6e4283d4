import { useState } from 'react'
import { Form, useLocation, useNavigate, useNavigation } from 'react-router'
import { formatLongDay } from '#shared/calendar-day.ts'
import { isFailure } from '#shared/reply.ts'
import { ContextHelp } from '#features/help/portal/context-help.tsx'
import { readContextHelp } from '#features/help/portal/read-context-help.ts'
import { coordinateText, MAP_CENTRE } from '#features/places/coordinates.ts'
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
import { chosenTechnology, type Technology } from '../rules.ts'
import type { Route } from './+types/coverage.page.ts'
import { findPlace } from './find-place.ts'
import { NetworkSummary } from './network-summary.tsx'
import { PlaceNotFound } from './place-not-found.tsx'
import { SiteMap } from './site-map.tsx'
import { TechnologyChoice } from './technology-choice.tsx'
import { Verdict } from './verdict.tsx'
import styles from './coverage.module.css'

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(portalApi)
  const { searchParams } = new URL(request.url)
  const [texts, placeTexts, meta, summary, search, help] = await Promise.all([
    readContent(context, 'network-translation'),
    readContent(context, 'places-translation').then(firstPlaceTexts),
    readPageMeta(context, '/openNetworks'),
    api.readCoverageSummary(),
    findPlace(api, searchParams),
    readContextHelp(pageRequestOf(context), 'coverage'),
  ])
  if (isFailure(summary)) throw new Response(summary.message, { status: 503 })
  const { language } = context.get(surroundings)
  // In words already here: date formats would stop a cheap phone for a tenth of a second.
  const asOf = formatLongDay(summary.result.asOf, language)
  return { language, texts, placeTexts, meta, summary: summary.result, asOf, search, help }
}

/** Another technology is a matter of looking, not of asking: nothing is fetched for it. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: RevalidateArgs) {
  const question = ({ searchParams }: URL) => [searchParams.get('q'), searchParams.get('lat'), searchParams.get('lng')].join('\n')
  return question(currentUrl) === question(nextUrl) && currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
    ? false
    : defaultShouldRevalidate
}

type RevalidateArgs = { currentUrl: URL; nextUrl: URL; defaultShouldRevalidate: boolean }

export const meta: Route.MetaFunction = ({ loaderData }) => metaTags(loaderData?.meta)

export default function CoveragePage({ loaderData }: Route.ComponentProps) {
  const { texts, placeTexts, language, summary, asOf, search, help } = loaderData
  const navigate = useNavigate()
  const isSearching = useNavigation().location?.pathname === '/openNetworks'
  const offered = summary.sites.map(({ technology }) => technology)
  const [technology, setTechnology] = useState(() => chosenTechnology(search.technology, offered))
  const ask = (place: { latitude: number; longitude: number }) =>
    void navigate(addressOf({ ...place, technology }), { preventScrollReset: true, replace: search.kind === 'found' && search.isPoint })
  const position = useCurrentPosition(useLocation().search, ask)
  const found = search.kind === 'found' ? search : null
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      <PageBody>
        <div className={styles.columns}>
          <div className={styles.answers}>
            <Card>
              <Form method="get" role="search" className={styles.search} noValidate>
                <Field
                  label={texts.search}
                  name="q"
                  hint={texts.searchHint}
                  key={search.typed}
                  input={{ type: 'search', defaultValue: search.typed, maxLength: 160, autoComplete: 'off', enterKeyHint: 'search' }}
                />
                <TechnologyChoice texts={texts} offered={offered} chosen={technology} onChoose={setTechnology} />
                <Button isWide disabled={isSearching}>
                  {texts.check}
                </Button>
              </Form>
              <PositionButton
                or={texts.or}
                label={texts.useCurrentLocation}
                texts={placeTexts}
                state={position.state}
                onAsk={position.ask}
              />
            </Card>
            <PositionNotice texts={placeTexts} state={position.state} />
            {search.kind === 'nothing' && <PlaceNotFound texts={texts} typed={search.typed} />}
            {found && technology && <Verdict {...{ texts, language, technology, asOf }} place={found} coverage={found.coverage} />}
          </div>
          <div className={styles.map}>
            <SiteMap
              {...{ texts, placeTexts, language, technology, summary }}
              place={found ?? MAP_CENTRE}
              isPlaceKnown={found !== null}
              onMoved={ask}
            />
          </div>
          <div className={styles.more}>
            <NetworkSummary texts={texts} language={language} summary={summary} />
          </div>
        </div>
        <ContextHelp help={help} />
      </PageBody>
    </>
  )
}

function addressOf({ latitude, longitude, technology }: { latitude: number; longitude: number; technology: Technology | null }): string {
  const query = new URLSearchParams({
    lat: coordinateText(latitude),
    lng: coordinateText(longitude),
    ...(technology ? { tech: technology } : {}),
  })
  return `/openNetworks?${query.toString()}`
}
