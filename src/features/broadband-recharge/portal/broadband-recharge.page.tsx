import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { BundleOnlyPage } from '#features/purchase/portal/bundle-only-page.tsx'
import { actOnLinePage, loadLinePage } from '#features/purchase/portal/line-page.ts'
import { revalidatesAfter } from '#features/purchase/portal/use-line-check.ts'
import { metaTags, readContent, readPageMeta } from '#portal/texts.ts'
import type { Route } from './+types/broadband-recharge.page.ts'

const PAGE = '/broadband-recharge'

export async function loader({ context, request }: Route.LoaderArgs) {
  const [texts, meta, page] = await Promise.all([
    readContent(context, 'recharge-translation'),
    readPageMeta(context, PAGE),
    loadLinePage(context, request, PAGE),
  ])
  return { texts, meta, ...page }
}

export const action = ({ context, request }: Route.ActionArgs) => actOnLinePage(context, request, PAGE)

export const shouldRevalidate = ({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  revalidatesAfter(formData, defaultShouldRevalidate)

export const meta: Route.MetaFunction = ({ loaderData }) => metaTags(loaderData?.meta)

/** BB-1 */
export default function BroadbandRechargePage({ loaderData: { texts, checked, amountText }, actionData }: Route.ComponentProps) {
  return (
    <BundleOnlyPage
      title={texts.broadbandTitle}
      lead={texts.broadbandLead}
      numberLabel={texts.routerNumberLabel}
      texts={texts}
      answered={actionData ?? { checked, refusal: null, amountText }}
    />
  )
}
