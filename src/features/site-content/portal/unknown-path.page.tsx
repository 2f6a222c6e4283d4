import type { Route } from './+types/unknown-path.page.ts'
import { AboutArticle } from './about-article.tsx'
import { missingPage, missingPageHeaders, missingPageTags } from './missing-page.ts'

export const loader = ({ context }: Route.LoaderArgs) => missingPage(context)

/** A page that the client router does not know may be one that needs none: it is loaded as a whole. */
export function clientLoader({ request }: Route.ClientLoaderArgs): ReturnType<typeof missingPage> {
  location.assign(request.url)
  return new Promise(() => {})
}

export const headers = missingPageHeaders

export const meta: Route.MetaFunction = ({ loaderData }) => missingPageTags(loaderData?.meta.title)

export default function UnknownPathPage({ loaderData: { texts } }: Route.ComponentProps) {
  return <AboutArticle title={texts.notFoundTitle} lead={texts.notFoundLead} texts={texts} />
}
