import { calendarDay } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import { unbroken } from '#shared/unbroken.ts'
import { numberWords } from '#features/line/portal/line-texts.ts'
import { typableCode, unsentWords } from '#features/one-time-code/portal/requested-code.ts'
import { RequestedCodeForm } from '#features/one-time-code/portal/requested-code-form.tsx'
import type { CodeTexts } from '#features/one-time-code/portal/code-texts.ts'
import { readCodeTexts } from '#features/one-time-code/portal/read-code-texts.ts'
import { page, type PageRequest } from '#portal/page/page.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import { Button, ButtonLink } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import { Field } from '#portal/ui/fields/field.tsx'
import { MobileNumberField } from '#portal/ui/fields/mobile-number-field.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { Stamp } from '#portal/ui/signs/stamp.tsx'
import { FieldsForm } from '#portal/ui/fields/fields-form.tsx'
import { MAX_FOUND } from '../rules.ts'
import { loadFound, PAGE, takeFindPost, type FindAnswer, type FoundList as Found } from './find-steps.ts'
import { codeWords } from './find-words.ts'
import { FoundList } from './found-list.tsx'
import styles from './find-payment.module.css'

/** FIND-1, FIND-2 */
export default page(PAGE, {
  async load(request: PageRequest) {
    const [texts, shared, paymentTexts, codeTexts, tags, found] = await Promise.all([
      readContent(request, 'find-translation'),
      readContent(request, 'orp-translation'),
      readContent(request, 'payment-translation'),
      readCodeTexts(request),
      readPageMeta(request, PAGE),
      loadFound(request),
    ])
    return { texts, shared, paymentTexts, codeTexts, tags, found, today: calendarDay(new Date()) }
  },
  action: takeFindPost,
  tags: ({ tags }) => tags,
  View({ data: { texts, shared, paymentTexts, codeTexts, found, today }, answer }) {
    if (found.kind === 'list' && !answer) return <Payments texts={texts} paymentTexts={paymentTexts} found={found} today={today} />
    return (
      <>
        <PageHeading title={texts.title} lead={texts.lead} />
        <PageBody isNarrow>
          <Ways texts={texts} shared={shared} codeTexts={codeTexts} found={found} answer={answer} />
        </PageBody>
      </>
    )
  },
})

type Texts = ContentPackages['find-translation']
type PaymentsProps = {
  texts: Texts
  paymentTexts: ContentPackages['payment-translation']
  found: Extract<Found, { kind: 'list' }>
  today: string
}

function Payments({ texts, paymentTexts, found: { msisdn, payments, hasMore }, today }: PaymentsProps) {
  return (
    <>
      <PageHeading title={texts.listTitle} lead={fillText(texts.listLead, { number: unbroken(formatMobileNumber(msisdn)) })} />
      <PageBody isNarrow>
        {payments.length === 0 && (
          <Card isCentred>
            <Stamp kind="wait" />
            <h2>{texts.empty}</h2>
            <p>{texts.emptyHelp}</p>
            <ButtonLink href={PAGE}>{texts.emptyGo}</ButtonLink>
          </Card>
        )}
        <FoundList texts={texts} paymentTexts={paymentTexts} payments={payments} today={today} />
        {hasMore && <p>{fillText(texts.more, { count: MAX_FOUND })}</p>}
        <FieldsForm className={styles.close}>
          <input type="hidden" name="msisdn" value={msisdn} />
          <Button look="quiet" name="intent" value="close">
            {texts.close}
          </Button>
          <p>{texts.closeHelp}</p>
        </FieldsForm>
      </PageBody>
    </>
  )
}

type WaysProps = {
  texts: Texts
  shared: ContentPackages['orp-translation']
  codeTexts: CodeTexts
  found: Found
  answer: FindAnswer | null
}

function Ways({ texts, shared, codeTexts, found, answer }: WaysProps) {
  const code = typableCode(answer?.code)
  if (code)
    return (
      <Card heading={codeTexts.title}>
        <RequestedCodeForm code={code} texts={codeWords(code, texts, codeTexts)} />
      </Card>
    )
  const note = found.kind === 'form' ? found : null
  const unsent = unsentWords(answer?.code, codeTexts) ?? note?.message
  return (
    <>
      {!answer && note?.note && <Notification kind={note.note === 'closed' ? 'good' : 'warn'}>{texts[note.note]}</Notification>}
      <Card>
        {unsent && (
          <div className={styles.said}>
            <Notification kind="bad">{unsent}</Notification>
          </div>
        )}
        <FieldsForm noValidate>
          <MobileNumberField
            label={texts.numberLabel}
            hint={texts.numberHint}
            defaultValue={formatMobileNumber(answer?.msisdn ?? found.msisdn)}
            problem={answer?.numberProblem && shared[answer.numberProblem]}
            words={numberWords(shared)}
          />
          <Button isWide>{texts.sendCode}</Button>
          <p className={styles.promise}>{texts.codePromise}</p>
        </FieldsForm>
      </Card>
      <Card heading={texts.referenceTitle}>
        <FieldsForm noValidate>
          <Field
            label={texts.referenceLabel}
            name="paymentReference"
            hint={texts.referenceHint}
            problem={answer?.referenceProblem === undefined ? undefined : answer.referenceProblem || texts.referenceRequired}
            input={{
              defaultValue: answer?.reference ?? '',
              maxLength: 60,
              autoCapitalize: 'characters',
              autoComplete: 'off',
              spellCheck: false,
            }}
          />
          <Button isWide look="quiet" name="intent" value="reference">
            {texts.openPayment}
          </Button>
        </FieldsForm>
      </Card>
    </>
  )
}
