import { formatLongMoment } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import type { TransactionDetails } from '#features/payment/contract.ts'
import { PaymentTicket } from '#features/payment/portal/payment-ticket.tsx'
import { resultWords } from '#features/payment/portal/result-words.ts'
import { moneySentence } from '#features/payment/portal/status-words.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { page, type PageRequest } from '#portal/page/page.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import { Button, ButtonLink } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { CheckoutBody } from '#portal/ui/frame/checkout-body.tsx'
import { Field } from '#portal/ui/fields/field.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { Spoken } from '#portal/ui/messages/spoken.tsx'
import { TicketHolder } from '#portal/ui/ticket/paper.tsx'
import { FieldsForm } from '#portal/ui/fields/fields-form.tsx'
import { CLAIM_WORDS, type ClaimKind } from '../claim-rules.ts'
import type { ClaimCase } from '../contract.ts'
import { CLAIM_PAGE, loadClaims, takeClaim, type ClaimAnswer } from './claim-steps.ts'
import styles from './claim.module.css'

type Texts = ContentPackages['find-translation']
type PaymentTexts = ContentPackages['payment-translation']

/** FIND-3 */
export default page(CLAIM_PAGE, {
  async load(request: PageRequest) {
    const [texts, paymentTexts, meta, { transactionId, claims }] = await Promise.all([
      readContent(request, 'find-translation'),
      readContent(request, 'payment-translation'),
      readPageMeta(request, '/find-payment'),
      loadClaims(request),
    ])
    return { texts, paymentTexts, meta, transactionId, claims }
  },
  action: takeClaim,
  tags: ({ meta: { title } }) => ({ title, isHidden: true }),
  response: ({ claims }) => ({ status: claims ? 200 : 404 }),
  View({ data: { texts, paymentTexts, transactionId, claims }, answer }) {
    if (!claims) return <Stranger texts={texts} />
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
          {!isOpen && !answer?.isAnswered && <ClaimForm texts={texts} allowed={allowed} answer={answer} />}
          <p>
            <a href={`/payment/status?id=${transactionId}&back=list`}>{texts.claimBack}</a>
          </p>
        </div>
      </CheckoutBody>
    )
  },
})

/** The same page for payments of others and unknown ones, so that it does not reveal which exist. */
function Stranger({ texts }: { texts: Texts }) {
  return (
    <CheckoutBody>
      <Card isCentred>
        <h1>{texts.claimTitle}</h1>
        <p>{texts.claimStranger}</p>
        <ButtonLink href="/find-payment">{texts.claimFind}</ButtonLink>
      </Card>
    </CheckoutBody>
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
      <form method="post" className={styles.insist}>
        <input type="hidden" name="kind" value={kind} />
        <Button look="quiet" isWide name="intent" value="insist">
          {texts.answerInsist}
        </Button>
        <p>{texts.answerInsistHelp}</p>
      </form>
    </Card>
  )
}

function ClaimForm({ texts, allowed, answer }: { texts: Texts; allowed: readonly ClaimKind[]; answer: ClaimAnswer | null }) {
  return (
    <Card heading={texts.claimTitle}>
      <p>{texts.claimLead}</p>
      {answer?.message && <Notification kind="bad">{answer.message}</Notification>}
      {answer?.problem && <Notification kind="bad">{texts[answer.problem]}</Notification>}
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
        <Field
          label={texts.claimWords}
          name="words"
          hint={texts.claimWordsHint}
          input={{ defaultValue: answer?.words ?? '', maxLength: CLAIM_WORDS, autoComplete: 'off' }}
        />
        <Button isWide>{texts.claimSend}</Button>
      </FieldsForm>
    </Card>
  )
}
