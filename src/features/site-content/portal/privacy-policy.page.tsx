import { page } from '#portal/page/page.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import styles from './article.module.css'

export default page('/privacy-policy', {
  async load(request) {
    const [policy, tags] = await Promise.all([readContent(request, 'privacy-policy-config'), readPageMeta(request, '/privacy-policy')])
    return { policy, tags }
  },
  tags: ({ tags }) => tags,
  View: ({ data: { policy } }) => (
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
  ),
})
