import { formatLongMoment } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import { unbroken } from '#shared/unbroken.ts'
import { numberWords } from '#features/line/portal/line-texts.ts'
import type { CodeTexts } from '#features/one-time-code/portal/code-texts.ts'
import { readCodeTexts } from '#features/one-time-code/portal/read-code-texts.ts'
import { typableCode, unsentWords } from '#features/one-time-code/portal/requested-code.ts'
import { RequestedCodeForm } from '#features/one-time-code/portal/requested-code-form.tsx'
import type { TransactionDetails } from '#features/payment/contract.ts'
import { PaymentTicket } from '#features/payment/portal/payment-ticket.tsx'
import { resultWords } from '#features/payment/portal/result-words.ts'
import { moneySentence } from '#features/payment/portal/status-words.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { page, type PageRequest } from '#portal/page/page.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import { CheckoutBody } from '#portal/ui/frame/checkout-body.tsx'
import { MobileNumberField } from '#portal/ui/fields/mobile-number-field.tsx'
import { Field } from '#portal/ui/fields/field.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { Spoken } from '#portal/ui/messages/spoken.tsx'
import { TicketHolder } from '#portal/ui/ticket/paper.tsx'
import { FieldsForm } from '#portal/ui/fields/fields-form.tsx'
import { CLAIM_KINDS, CLAIM_WORDS, type ClaimKind } from '../claim-rules.ts'
import type { ClaimCase } from '../contract.ts'
import { CLAIM_PAGE, loadClaims, takeClaim, type ClaimAnswer } from './claim-steps.ts'
import { codeWords } from './find-words.ts'
import styles from './claim.module.css'

type Texts = ContentPackages['find-translation']
type PaymentTexts = ContentPackages['payment-translation']
type Shared = ContentPackages['orp-translation']

/** FIND-3 */
export default page(CLAIM_PAGE, {
  async load(request: PageRequest) {
    const [texts, shared, paymentTexts, codeTexts, meta, found] = await Promise.all([
      readContent(request, 'find-translation'),
      readContent(request, 'orp-translation'),
      readContent(request, 'payment-translation'),
      readCodeTexts(request),
      readPageMeta(request, '/find-payment'),
      loadClaims(request),
    ])
    return { texts, shared, paymentTexts, codeTexts, meta, ...found }
  },
  action: takeClaim,
  tags: ({ meta: { title } }) => ({ title, isHidden: true }),
  response: ({ claims, replyTo }) => ({ status: claims || replyTo ? 200 : 404 }),
  View({ data, answer }) {
    const { texts, shared, paymentTexts, transactionId, claims } = data
    if (!claims) return <Stranger {...data} title={paymentTexts.claimPayment} answer={answer} />
    const { details, allowed, last } = claims
    const isOpen = last !== null && last.closedAt === null
    return (
      <CheckoutBody>
        <div className={styles.claim}>
          <TicketHolder joins="wide">
            <PaymentTicket details={details} texts={paymentTexts} />
          </TicketHolder>
          <h1 className={styles.title}>{paymentTexts.claimPayment}</h1>
          {last && <CaseCard texts={texts} last={last} />}
          {answer?.isAnswered && answer.kind && (
            <Answered texts={texts} paymentTexts={paymentTexts} details={details} answer={answer} kind={answer.kind} />
          )}
          {!isOpen && !answer?.isAnswered && <ClaimForm texts={texts} shared={shared} allowed={allowed} answer={answer} />}
          <p className={styles.way}>
            <a href={`/payment/status?id=${transactionId}&back=list`}>{texts.claimBack}</a>
          </p>
        </div>
      </CheckoutBody>
    )
  },
})

type StrangerProps = {
  texts: Texts
  title: string
  shared: Shared
  codeTexts: CodeTexts
  transactionId: string
  replyTo: string | null
  answer: ClaimAnswer | null
}

/**
 * CLAIM-1: for a payer whose number the payment does not name. The same page for payments of others and unknown ones, so that it does not
 * reveal which exist.
 */
function Stranger({ texts, title, shared, codeTexts, transactionId, replyTo, answer }: StrangerProps) {
  const code = typableCode(answer?.code)
  return (
    <>
      <PageHeading title={title} />
      <PageBody isNarrow>
        {answer?.opened ? (
          <CaseCard texts={texts} last={answer.opened} />
        ) : code ? (
          <Card heading={codeTexts.title}>
            <RequestedCodeForm code={code} texts={codeWords(code, texts, codeTexts)} />
          </Card>
        ) : replyTo ? (
          <ClaimForm texts={texts} shared={shared} allowed={CLAIM_KINDS} answer={answer} replyTo={replyTo} />
        ) : (
          <ReplyNumber texts={texts} shared={shared} codeTexts={codeTexts} answer={answer} />
        )}
        <p className={styles.way}>
          {transactionId ? <a href={`/payment/status?id=${transactionId}`}>{texts.claimBack}</a> : null}
          <a href="/find-payment">{texts.claimFind}</a>
        </p>
      </PageBody>
    </>
  )
}

function ReplyNumber({ texts, shared, codeTexts, answer }: Pick<StrangerProps, 'texts' | 'shared' | 'codeTexts' | 'answer'>) {
  const unsent = unsentWords(answer?.code, codeTexts)
  return (
    <Card>
      <p>{texts.claimStranger}</p>
      {unsent && (
        <div className={styles.said}>
          <Notification kind="bad">{unsent}</Notification>
        </div>
      )}
      <FieldsForm noValidate>
        <MobileNumberField
          label={texts.numberLabel}
          hint={texts.claimReplyHint}
          defaultValue={formatMobileNumber(answer?.msisdn ?? '')}
          problem={answer?.numberProblem ? shared[answer.numberProblem] : undefined}
          words={numberWords(shared)}
        />
        <Button isWide name="intent" value="ask-code">
          {texts.sendCode}
        </Button>
      </FieldsForm>
    </Card>
  )
}

function CaseCard({ texts, last }: { texts: Texts; last: ClaimCase }) {
  const language = useLanguage()
  return (
    <Card heading={fillText(texts.caseTitle, { number: last.number })}>
      <p role="status">
        {last.closedAt
          ? fillText(texts.caseClosed, { answer: last.answer ?? '' })
          : fillText(texts.caseOpen, { due: formatLongMoment(last.dueAt, language) })}
      </p>
    </Card>
  )
}

type AnsweredProps = { texts: Texts; paymentTexts: PaymentTexts; details: TransactionDetails; answer: ClaimAnswer; kind: ClaimKind }

/** The answer of provider and operator, and a way to insist. */
function Answered({ texts, paymentTexts, details, answer, kind }: AnsweredProps) {
  const language = useLanguage()
  const delivered = details.steps.findLast((step) => step.kind === 'delivered')
  const { title } = resultWords(details, paymentTexts)
  const sentence = moneySentence(details, paymentTexts)
  return (
    <Card heading={texts.answerTitle}>
      <div role="status">
        <p>
          <b>{title}</b>
          {delivered && `, ${formatLongMoment(delivered.at, language)}`}
        </p>
        {!sentence.startsWith(title) && <p>{sentence}</p>}
        {answer.operatorReference && delivered && <p>{fillText(texts.answerReference, { reference: answer.operatorReference })}</p>}
      </div>
      <FieldsForm className={styles.insist}>
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="words" value={answer.words} />
        <input type="hidden" name="msisdn" value={answer.msisdn} />
        <Button look="quiet" isWide name="intent" value="insist">
          {texts.answerInsist}
        </Button>
        <p>{texts.answerInsistHelp}</p>
      </FieldsForm>
    </Card>
  )
}

type ClaimFormProps = {
  texts: Texts
  shared: Shared
  allowed: readonly ClaimKind[]
  answer: ClaimAnswer | null
  /** CLAIM-1: nothing of the payment is shown, and the reply goes to this number. */
  replyTo?: string
}

function ClaimForm({ texts, shared, allowed, answer, replyTo }: ClaimFormProps) {
  return (
    <Card heading={texts.claimTitle}>
      <p>{replyTo ? fillText(texts.claimReplyTo, { number: unbroken(formatMobileNumber(replyTo)) }) : texts.claimLead}</p>
      {(answer?.message || answer?.problem) && (
        <div className={styles.said}>
          {answer.message && <Notification kind="bad">{answer.message}</Notification>}
          {answer.problem && <Notification kind="bad">{texts[answer.problem]}</Notification>}
        </div>
      )}
      <FieldsForm noValidate>
        <fieldset className={styles.kinds}>
          <legend>
            <Spoken>{texts.claimTitle}</Spoken>
          </legend>
          {allowed.map((kind) => (
            <label key={kind} className={styles.kind}>
              <input type="radio" name="kind" value={kind} defaultChecked={answer?.kind === kind} />
              <b>{texts[`claim_${kind}`]}</b>
              <small>{texts[`claim_${kind}_hint`]}</small>
            </label>
          ))}
        </fieldset>
        {allowed.includes('wrong-number') && (
          <div className={styles.rightNumber}>
            <MobileNumberField
              label={texts.claimRightNumber}
              hint={texts.claimRightNumberHint}
              defaultValue={formatMobileNumber(answer?.msisdn ?? '')}
              problem={answer?.numberProblem ? shared[answer.numberProblem] : undefined}
            />
          </div>
        )}
        {replyTo && (
          <>
            <Field
              label={texts.claimAmount}
              name="amount"
              hint={texts.claimAmountHint}
              input={{ defaultValue: answer?.amount ?? '', inputMode: 'decimal', maxLength: 20, autoComplete: 'off' }}
            />
            <Field label={texts.claimDay} name="day" input={{ defaultValue: answer?.day ?? '', type: 'date', autoComplete: 'off' }} />
          </>
        )}
        <Field
          label={texts.claimWords}
          name="words"
          hint={texts.claimWordsHint}
          input={{ defaultValue: answer?.words ?? '', maxLength: CLAIM_WORDS, autoComplete: 'off' }}
        />
        <Button isWide name="intent" value={replyTo ? 'details' : 'claim'}>
          {texts.claimSend}
        </Button>
      </FieldsForm>
    </Card>
  )
}
