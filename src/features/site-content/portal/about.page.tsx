import { metaTags, readContent, readPageMeta } from '#portal/texts.ts'
import type { Route } from './+types/about.page.ts'
import { AboutArticle } from './about-article.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const [texts, meta] = await Promise.all([readContent(context, 'about-translation'), readPageMeta(context, '/about')])
  return { texts, meta }
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaTags(loaderData?.meta)

export default function AboutPage({ loaderData: { texts } }: Route.ComponentProps) {
  return <AboutArticle title={texts.title} lead={texts.lead} texts={texts} />
}
