import { BRAND } from '#shared/operator.ts'
import { page } from '#portal/page/page.ts'
import { readContent } from '#portal/texts/texts.ts'
import { ButtonLink } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import styles from './money-loans.module.css'

const PATH = `/more-${BRAND.slug}-money` as const

/** ROUTE-3: explains loans. They are requested on the phone; the portal lends nothing. */
export default page(PATH, {
  load: (request) => readContent(request, 'money-loans-config'),
  View: ({ data: loans }) => (
    <>
      <PageHeading title={loans.title} lead={loans.lead} />
      <PageBody>
        <Notification kind="warn">{loans.warning}</Notification>
        <div className={styles.columns}>
          <Card heading={loans.stepsTitle}>
            <ol className={styles.steps}>
              {loans.steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </Card>
          <div className={styles.sections}>
            {loans.sections.map(({ heading, paragraphs }) => (
              <Card key={heading} heading={heading}>
                {paragraphs.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </Card>
            ))}
          </div>
        </div>
        <div className={styles.links}>
          {loans.links.map(({ label, href }) => (
            <ButtonLink key={href} href={href} look="quiet" isSmall>
              {label}
            </ButtonLink>
          ))}
        </div>
      </PageBody>
    </>
  ),
})
