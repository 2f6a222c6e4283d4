import type { Route } from './+types/unknown-path.page.ts'
import { AboutArticle } from './about-article.tsx'
import { missingPage, missingPageHeaders, missingPageTags } from './missing-page.ts'

export const loader = ({ context }: Route.LoaderArgs) => missingPage(context)

export const headers = missingPageHeaders

export const meta: Route.MetaFunction = ({ loaderData }) => missingPageTags(loaderData?.meta.title)

export default function UnknownPathPage({ loaderData: { texts } }: Route.ComponentProps) {
  return <AboutArticle title={texts.notFoundTitle} lead={texts.notFoundLead} texts={texts} />
}
