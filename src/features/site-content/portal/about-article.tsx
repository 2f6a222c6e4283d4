import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { ButtonLink } from '#portal/ui/frame/button.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import styles from './article.module.css'

type AboutArticleProps = {
  title: string
  lead: string
  /** What comes before the article. */ children?: React.ReactNode
  texts: ContentPackages['about-translation']
}

export function AboutArticle({ title, lead, children, texts }: AboutArticleProps) {
  return (
    <>
      <PageHeading title={title} lead={lead} />
      {children}
      <article className={styles.article}>
        <h2>{texts.whatTitle}</h2>
        <p>{texts.what}</p>
        <h2>{texts.payTitle}</h2>
        <p>{texts.pay}</p>
        <h2>{texts.safeTitle}</h2>
        <p>{texts.safe}</p>
        <p className={styles.choices}>
          <ButtonLink href="/">{texts.toHome}</ButtonLink>
          <ButtonLink href="/gethelp" look="quiet">
            {texts.toHelp}
          </ButtonLink>
        </p>
      </article>
    </>
  )
}
