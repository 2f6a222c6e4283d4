import { page } from '#portal/page/page.ts'
import { readContent } from '#portal/texts/texts.ts'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import styles from './article.module.css'

export default page('/privacy-policy', {
  async load(request) {
    const [policy, phone] = await Promise.all([readContent(request, 'privacy-policy-config'), readContent(request, 'phone-translation')])
    return { policy, phone }
  },
  View: ({ data: { policy, phone } }) => (
    <>
      <PageHeading title={policy.title} lead={policy.updated} />
      <article className={styles.article}>
        {policy.sections.map(({ heading, paragraphs }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
        <p>
          <a href="/on-this-phone">{phone.title}</a>
        </p>
      </article>
    </>
  ),
})
