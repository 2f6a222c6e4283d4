import { data, useSearchParams } from 'react-router'
import { isFailure } from '#shared/reply.ts'
import { BundleList } from '#features/bundles/portal/bundle-list.tsx'
import { shownBundle } from '#features/bundles/shown-bundle.ts'
import { portalApi } from '#portal/page-context.ts'
import { metaTags, readContent, readPageMeta } from '#portal/texts.ts'
import { ButtonLink } from '#portal/ui/button.tsx'
import { Card } from '#portal/ui/card.tsx'
import { Notification } from '#portal/ui/notification.tsx'
import { PageBody } from '#portal/ui/page-body.tsx'
import { PageHeading } from '#portal/ui/page-heading.tsx'
import { PlaceLink } from '#portal/ui/place-link.tsx'
import type { Route } from './+types/tariffs.page.ts'

const PAGE = '/table'

export async function loader({ context }: Route.LoaderArgs) {
  const [texts, meta, tariffs] = await Promise.all([
    readContent(context, 'recharge-translation'),
    readPageMeta(context, PAGE),
    context.get(portalApi).readTariffs({}),
  ])
  const shown = isFailure(tariffs)
    ? { bundles: [], isStale: false, problem: tariffs.message }
    : { bundles: tariffs.result.bundles.map(shownBundle), isStale: tariffs.result.isStale, problem: null }
  // What was shown for want of something better is not kept for the next visitor.
  const isPassing = shown.isStale || shown.problem !== null
  return data({ texts, meta, ...shown }, isPassing ? { headers: { 'cache-control': 'no-store' } } : undefined)
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export const meta: Route.MetaFunction = ({ loaderData }) => metaTags(loaderData?.meta)

/** ROUTE-1: the public tariff table, no number needed. */
export default function TariffsPage({ loaderData: { texts, bundles, isStale, problem } }: Route.ComponentProps) {
  const [search] = useSearchParams()
  return (
    <>
      <PageHeading title={texts.tariffTitle} lead={texts.tariffLead} />
      <PageBody>
        <Card>
          {problem ? (
            <Notification kind="bad" action={<PlaceLink href={PAGE}>{texts.tryAgain}</PlaceLink>}>
              {problem}
            </Notification>
          ) : (
            <BundleList
              texts={texts}
              bundles={bundles}
              isStale={isStale}
              wanted={{ category: search.get('category'), period: search.get('period') }}
              hrefOf={({ category, period }) => `?${new URLSearchParams({ category, ...(period ? { period } : {}) }).toString()}`}
              canBuy={false}
            />
          )}
          <p>{texts.tariffNote}</p>
          <ButtonLink href="/data-bundle">{texts.chooseBundle}</ButtonLink>
        </Card>
      </PageBody>
    </>
  )
}
