import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { BundleOnlyPage } from '#features/purchase/portal/bundle-only-page.tsx'
import { helpBeside } from '#features/purchase/portal/help-beside.ts'
import { actOnLinePage, loadLinePage } from '#features/purchase/portal/line-page.ts'
import { revalidatesAfter } from '#features/purchase/portal/use-line-check.ts'
import { metaTags, readContent, readPageMeta } from '#portal/texts.ts'
import type { Route } from './+types/data-bundle.page.ts'

const PAGE = '/data-bundle'

export async function loader({ context, request }: Route.LoaderArgs) {
  const [texts, meta, page] = await Promise.all([
    readContent(context, 'recharge-translation'),
    readPageMeta(context, PAGE),
    loadLinePage(context, request, PAGE),
  ])
  return { texts, meta, help: await helpBeside(context, 'data-bundle', page.checked), ...page }
}

export const action = ({ context, request }: Route.ActionArgs) => actOnLinePage(context, request, PAGE)

export const shouldRevalidate = ({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  revalidatesAfter(formData, defaultShouldRevalidate)

export const meta: Route.MetaFunction = ({ loaderData }) => metaTags(loaderData?.meta)

/** DATA-1 */
export default function DataBundlePage({ loaderData: { texts, help, checked, amountText }, actionData }: Route.ComponentProps) {
  return (
    <BundleOnlyPage
      title={texts.bundleTitle}
      lead={texts.bundleLead}
      numberLabel={texts.numberLabel}
      texts={texts}
      help={help}
      answered={actionData ?? { checked, refusal: null, amountText }}
    />
  )
}
