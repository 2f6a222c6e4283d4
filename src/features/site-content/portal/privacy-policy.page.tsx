import { metaTags, readContent, readPageMeta } from '#portal/texts.ts'
import type { Route } from './+types/privacy-policy.page.ts'
import styles from './article.module.css'

export async function loader({ context }: Route.LoaderArgs) {
  const [policy, meta] = await Promise.all([readContent(context, 'privacy-policy-config'), readPageMeta(context, '/privacy-policy')])
  return { policy, meta }
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaTags(loaderData?.meta)

export default function PrivacyPolicyPage({ loaderData: { policy } }: Route.ComponentProps) {
  return (
    <article className={styles.article}>
      <h1>{policy.title}</h1>
      <p className={styles.lead}>{policy.updated}</p>
      {policy.sections.map(({ heading, paragraphs }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </article>
  )
}
