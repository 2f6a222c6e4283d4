import { isFailure } from '#shared/failure.ts'
import { BundleList } from './bundle-list.tsx'
import type { ShownBundle } from '../contract.ts'
import { shownBundle } from '../shown-bundle.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { readDialHint } from '#portal/layout/read-dial-hint.ts'
import { DialHint } from '#portal/layout/dial-hint.tsx'
import { page, type PageRequest } from '#portal/page/page.ts'
import { readContent } from '#portal/texts/texts.ts'
import { ButtonLink } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'

const PATH = '/table'

async function readBundles({ api }: PageRequest) {
  const answer = await api.readTariffs({})
  if (isFailure(answer)) return { bundles: [], lineTypes: new Map<string, string>(), isStale: false, problem: answer.message }
  const { bundles, isStale } = answer.result
  const lineTypes = new Map(bundles.map(({ productCode, lineType }) => [productCode, lineType]))
  return { bundles: bundles.map(shownBundle), lineTypes, isStale, problem: null }
}

/** TAB-1: bundles not sold here are marked. */
function markedName({ name, productCode }: ShownBundle, lineTypes: Map<string, string>, texts: ContentPackages['recharge-translation']) {
  const lineType = lineTypes.get(productCode)
  const mark = lineType === '' ? texts.notSoldHere : lineType === 'BROADBAND' ? texts.forRouters : null
  return mark ? `${name} (${mark})` : name
}

/** ROUTE-1: the public tariff table, no number needed. Its tabs and chips are links: a page of it is lighter than the script to switch in place. */
export default page(PATH, {
  async load(request) {
    const [texts, tariffs, ussd] = await Promise.all([
      readContent(request, 'recharge-translation'),
      readBundles(request),
      readDialHint(request, 'bundles'),
    ])
    const { searchParams } = request.url
    return { texts, ussd, ...tariffs, wanted: { category: searchParams.get('category'), period: searchParams.get('period') } }
  },
  // A page with an older copy is not cached for other visitors.
  response: ({ isStale, problem }) => (isStale || problem !== null ? { headers: { 'cache-control': 'no-store' } } : {}),
  View: ({ data: { texts, bundles, lineTypes, isStale, problem, wanted, ussd } }) => (
    <>
      <PageHeading title={texts.tariffTitle} lead={texts.tariffLead} />
      <PageBody>
        <Card>
          {problem ? (
            <Notification kind="bad" action={<a href={PATH}>{texts.tryAgain}</a>}>
              {problem}
            </Notification>
          ) : (
            <BundleList
              texts={{ ...texts, category_internet: texts.tariffCategory }}
              bundles={bundles.map((bundle) => ({ ...bundle, name: markedName(bundle, lineTypes, texts) }))}
              isStale={isStale}
              wanted={wanted}
              hrefOf={({ category, period }) => `?${new URLSearchParams({ category, ...(period ? { period } : {}) }).toString()}`}
              canBuy={{
                hrefOf: ({ productCode, category }) =>
                  lineTypes.get(productCode) === 'PREPAID' ? `/data-bundle?${new URLSearchParams({ category }).toString()}` : null,
              }}
            />
          )}
          <p>{texts.tariffNote}</p>
          <ButtonLink href="/data-bundle">{texts.chooseBundle}</ButtonLink>
        </Card>
        <DialHint hint={ussd} />
      </PageBody>
    </>
  ),
})
