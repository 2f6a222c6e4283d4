import type { ContentPackages } from '#portal/texts/content-packages.ts'
import { ButtonLink } from '#portal/ui/frame/button.tsx'
import styles from './article.module.css'

type AboutArticleProps = { title: string; lead: string; texts: ContentPackages['about-translation'] }

export function AboutArticle({ title, lead, texts }: AboutArticleProps) {
  return (
    <article className={styles.article}>
      <h1>{title}</h1>
      <p className={styles.lead}>{lead}</p>
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
  )
}
