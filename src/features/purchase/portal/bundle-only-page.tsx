import { Form, useSearchParams } from 'react-router'
import { ContextHelp } from '#features/help/portal/context-help.tsx'
import type { ContextHelpData } from '#features/help/portal/read-context-help.ts'
import { LineNumberField } from '#features/line/portal/line-number-field.tsx'
import type { ContentPackages } from '#portal/content-packages.ts'
import { Button } from '#portal/ui/button.tsx'
import { Card } from '#portal/ui/card.tsx'
import { Notification } from '#portal/ui/notification.tsx'
import { PageBody } from '#portal/ui/page-body.tsx'
import { PageHeading } from '#portal/ui/page-heading.tsx'
import { BundleSection } from './bundle-section.tsx'
import type { LinePageAnswer } from './line-page.ts'
import styles from './line-page.module.css'
import { useLineCheck } from './use-line-check.ts'

type BundleOnlyPageProps = {
  title: string
  lead: string
  numberLabel: string
  texts: ContentPackages['recharge-translation']
  help: ContextHelpData | null
  answered: LinePageAnswer
  /** What else the page offers for the number. */
  belowNumber?: React.ReactNode
}

/** DATA-1, BB-1: a number, then the bundles of its line. */
export function BundleOnlyPage({ title, lead, numberLabel, texts, help, answered, belowNumber }: BundleOnlyPageProps) {
  const { known, isChecking, setDigits, check } = useLineCheck(answered.checked)
  const [search] = useSearchParams()
  const wanted = { category: search.get('category'), period: search.get('period') }
  const isLineAccepted = known?.verdict?.kind === 'accepted'
  return (
    <>
      <PageHeading title={title} lead={lead} />
      <PageBody>
        <Form method="post" noValidate className={styles.columns}>
          <Card>
            {answered.refusal?.message && <Notification kind="bad">{answered.refusal.message}</Notification>}
            <LineNumberField
              texts={texts}
              label={numberLabel}
              defaultDigits={answered.checked.msisdn}
              verdict={known?.verdict ?? null}
              isChecking={isChecking}
              problem={answered.refusal?.msisdn && texts[answered.refusal.msisdn]}
              onDigits={setDigits}
              onCheck={check}
            />
            {belowNumber}
            {!isLineAccepted && (
              <Button isWide name="intent" value="bundles">
                {texts.showBundles}
              </Button>
            )}
          </Card>
          {isLineAccepted ? (
            <BundleSection
              heading={texts.chooseBundle}
              texts={texts}
              known={known}
              isChecking={isChecking}
              wanted={wanted}
              onRetry={check}
            />
          ) : (
            help && <ContextHelp help={help} />
          )}
        </Form>
      </PageBody>
    </>
  )
}
