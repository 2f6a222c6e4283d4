import { useState } from 'react'
import { Form, type data, useSearchParams, type ShouldRevalidateFunctionArgs } from 'react-router'
import { checkAmount, type AmountProblem } from '#shared/amount-limits.ts'
import { fillText } from '#shared/fill-text.ts'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { formatXof, parseXof, xof, type Xof } from '#shared/money.ts'
import { ContextHelp } from '#features/help/portal/context-help.tsx'
import { readContextHelp } from '#features/help/portal/read-context-help.ts'
import { LineNumberField } from '#features/line/portal/line-number-field.tsx'
import { lineTexts } from '#features/line/portal/line-texts.ts'
import { amountWords } from '#features/purchase/portal/amount-words.ts'
import { postpaidLimits } from '#features/purchase/portal/checked-line.ts'
import { actOnLinePage, loadLinePage } from '#features/purchase/portal/line-page.ts'
import { revalidatesAfter, useLineCheck } from '#features/purchase/portal/use-line-check.ts'
import { formText } from '#portal/form-text.ts'
import { useLanguage } from '#portal/frame-context.ts'
import { pickTexts } from '#portal/pick-texts.ts'
import { useSessionMirror } from '#portal/session-mirror.ts'
import { pageRequestOf, routerAnswer } from '#portal/page-context.ts'
import { metaTags, readContent, readPageMeta } from '#portal/texts.ts'
import { Button } from '#portal/ui/button.tsx'
import { Card } from '#portal/ui/card.tsx'
import { MoneyField } from '#portal/ui/money-field.tsx'
import { Notification } from '#portal/ui/notification.tsx'
import { PageBody } from '#portal/ui/page-body.tsx'
import { PageHeading } from '#portal/ui/page-heading.tsx'
import { PlaceLink } from '#portal/ui/place-link.tsx'
import { useHasScript } from '#portal/ui/use-has-script.ts'
import type { Route } from './+types/postpaid-bill.page.ts'
import { FetchBillDialog } from './fetch-bill-dialog.tsx'
import { fetchByAccount, type PostpaidAnswer } from './fetch-bill.ts'
import { CODE_INTENTS, fetchByCode } from './fetch-by-code.ts'
import { OutstandingNote } from './outstanding-note.tsx'
import styles from './postpaid-bill.module.css'

const PAGE = '/postpaid-bill-pay'
const AMOUNT_TEXTS = [
  'numberLabel',
  'amountLabel',
  'amountSuffix',
  'amountHint',
  'amountRequired',
  'amountDigits',
  'minimumAmount',
  'maximumAmount',
] as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const [texts, rechargeTexts, codeTexts, meta, help, page] = await Promise.all([
    readContent(context, 'bill-translation'),
    readContent(context, 'recharge-translation'),
    // Only the way that needs them carries the texts of codes.
    new URL(request.url).searchParams.get('fetch') === 'code' ? readContent(context, 'otp-translation') : null,
    readPageMeta(context, PAGE),
    readContextHelp(pageRequestOf(context), 'postpaid-bill'),
    loadLinePage(pageRequestOf(context, request), PAGE),
  ])
  const numberTexts = { ...lineTexts(rechargeTexts), ...pickTexts(rechargeTexts, AMOUNT_TEXTS) }
  return { texts, numberTexts, codeTexts, meta, help, ...page }
}

export async function action({ context, request }: Route.ActionArgs): Promise<ActionAnswer> {
  const form = await request.clone().formData()
  const intent = formText(form, 'intent')
  if (intent === 'account') return fetchByAccount(context, form)
  return CODE_INTENTS.some((known) => known === intent)
    ? fetchByCode(context, form)
    : routerAnswer(await actOnLinePage(pageRequestOf(context, request), form, PAGE))
}

type ActionAnswer = Response | ReturnType<typeof data<PostpaidAnswer>>

export const shouldRevalidate = ({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  revalidatesAfter(formData, defaultShouldRevalidate)

export const meta: Route.MetaFunction = ({ loaderData }) => metaTags(loaderData?.meta)

/** POST-1..5 */
export default function PostpaidBillPage({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, help, checked, amountText } = loaderData
  const answered: PostpaidAnswer = actionData ?? { checked, refusal: null, amountText }
  return (
    <>
      <PageHeading isNarrow title={texts.postpaidTitle} lead={texts.postpaidLead} />
      <PageBody isNarrow>
        {/* A fetched bill brings its number and its amount: the form begins anew with them. */}
        <BillForm key={answered.outstanding ? `bill ${answered.checked.msisdn}` : 'typed'} loaded={loaderData} answered={answered} />
        <ContextHelp help={help} />
      </PageBody>
    </>
  )
}

type BillFormProps = { loaded: Route.ComponentProps['loaderData']; answered: PostpaidAnswer }

function BillForm({ loaded: { texts, numberTexts, codeTexts, config }, answered }: BillFormProps) {
  const [search] = useSearchParams()
  const { known, isChecking, setDigits, digits, check } = useLineCheck(answered.checked)
  const isLineAccepted = known?.verdict?.kind === 'accepted'
  const hasScript = useHasScript()
  const limits = postpaidLimits(config)
  const [amount, setAmount] = useState<Xof | null>(firstAmount(answered))
  const checkedAmount = amount === null ? null : checkAmount(String(amount), limits)
  // POST-4. Without script the button is always there and the server says what is missing.
  const canPay = isLineAccepted && checkedAmount !== null && 'amount' in checkedAmount
  useSessionMirror('widgetInfo', isLineAccepted && isMobileNumber(known.msisdn) ? { type: 'postpaid', msisdn: known.msisdn } : null)
  return (
    <>
      <Form method="post" action={PAGE} noValidate>
        <Card>
          {answered.refusal?.message && (
            <div className={styles.note}>
              <Notification kind="bad">{answered.refusal.message}</Notification>
            </div>
          )}
          <LineNumberField
            texts={numberTexts}
            label={numberTexts.numberLabel}
            defaultDigits={answered.checked.msisdn}
            verdict={known?.verdict ?? null}
            isChecking={isChecking}
            problem={answered.refusal?.msisdn && numberTexts[answered.refusal.msisdn]}
            onDigits={setDigits}
            onCheck={check}
          />
          <p className={styles.fetch}>
            <span>{texts.fetchBillHint}</span> <PlaceLink href={`${PAGE}?fetch=code`}>{texts.fetchBill}</PlaceLink>
          </p>
          {answered.outstanding && answered.checked.msisdn === digits && (
            <OutstandingNote texts={texts} outstanding={answered.outstanding} />
          )}
          <BillAmount
            texts={numberTexts}
            answered={answered}
            limits={limits}
            typedProblem={checkedAmount && 'problem' in checkedAmount ? checkedAmount.problem : undefined}
            isEmpty={amount === null}
            onAmount={setAmount}
          />
          <Button isWide disabled={hasScript && !canPay}>
            {texts.makePayment}
          </Button>
        </Card>
      </Form>
      <FetchBillDialog
        way={search.get('fetch')}
        texts={texts}
        numberTexts={numberTexts}
        codeTexts={codeTexts}
        digits={digits}
        answered={answered}
      />
    </>
  )
}

type BillAmountProps = {
  texts: Route.ComponentProps['loaderData']['numberTexts']
  answered: PostpaidAnswer
  limits: { min: Xof; max: Xof }
  typedProblem: AmountProblem | undefined
  isEmpty: boolean
  onAmount: (amount: Xof | null) => void
}

/** What a fetched bill, or the form as it was sent, puts into the field. */
function firstAmount({ outstanding, amountText }: PostpaidAnswer): Xof | null {
  const payable = outstanding?.payableAmount ?? null
  return payable === null ? parseXof(amountText) : xof(payable)
}

function BillAmount({ texts, answered, limits, typedProblem, isEmpty, onAmount }: BillAmountProps) {
  const language = useLanguage()
  return (
    <MoneyField
      label={texts.amountLabel}
      suffix={texts.amountSuffix}
      hint={fillText(texts.amountHint, { min: formatXof(limits.min, language), max: formatXof(limits.max, language) })}
      defaultAmount={firstAmount(answered) ?? undefined}
      problem={amountWords(typedProblem ?? (isEmpty ? answered.refusal?.amount : undefined), texts, language)}
      onAmount={onAmount}
    />
  )
}
