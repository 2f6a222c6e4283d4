import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { ContextHelp } from '#features/help/portal/context-help.tsx'
import { readContextHelp } from '#features/help/portal/read-context-help.ts'
import { lineTexts } from '#features/line/portal/line-texts.ts'
import { AskedCodeForm } from '#features/one-time-code/portal/asked-code-form.tsx'
import { revalidatesAfter } from '#features/purchase/portal/use-line-check.ts'
import { pickTexts } from '#portal/pick-texts.ts'
import { pageRequestOf } from '#portal/page-context.ts'
import { metaTags, readContent, readPageMeta } from '#portal/texts.ts'
import { Card } from '#portal/ui/card.tsx'
import { PageBody } from '#portal/ui/page-body.tsx'
import { PageHeading } from '#portal/ui/page-heading.tsx'
import type { Route } from './+types/balance-query.page.ts'
import { actOnBalancePage, loadNumber, PAGE, type BalanceAnswer } from './balance-steps.ts'
import { BalanceView } from './balance-view.tsx'
import { NumberForm } from './number-form.tsx'
import { UnreadBalance } from './unread-balance.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const [texts, rechargeTexts, codeTexts, meta, help, checked] = await Promise.all([
    readContent(context, 'balance-translation'),
    readContent(context, 'recharge-translation'),
    readContent(context, 'otp-translation'),
    readPageMeta(context, PAGE),
    readContextHelp(pageRequestOf(context), 'balance'),
    loadNumber(context, request),
  ])
  return {
    texts,
    numberTexts: lineTexts(rechargeTexts),
    unitTexts: pickTexts(rechargeTexts, ['unitGB', 'unitMB', 'unitMinutes', 'unitSms']),
    codeTexts,
    meta,
    help,
    checked,
  }
}

export const action = async ({ context, request }: Route.ActionArgs) => actOnBalancePage(context, await request.formData())

export const shouldRevalidate = ({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  revalidatesAfter(formData, defaultShouldRevalidate)

export const meta: Route.MetaFunction = ({ loaderData }) => metaTags(loaderData?.meta)

/** BB-2 for every prepaid and broadband line: a number, a code, and what is left. */
export default function BalanceQueryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, help } = loaderData
  const answered: BalanceAnswer = actionData ?? { checked: loaderData.checked, refusal: null, amountText: '' }
  return (
    <>
      <PageHeading isNarrow title={texts.title} lead={texts.lead} />
      <PageBody isNarrow>
        <BalanceStep loaded={loaderData} answered={answered} />
        <ContextHelp help={help} />
      </PageBody>
    </>
  )
}

type StepProps = { loaded: Route.ComponentProps['loaderData']; answered: BalanceAnswer }

function BalanceStep({ loaded: { texts, numberTexts, unitTexts, codeTexts }, answered }: StepProps) {
  const { checked, code, reading } = answered
  if (reading?.kind === 'read') return <BalanceView texts={texts} unitTexts={unitTexts} checked={checked} reading={reading} />
  if (reading?.kind === 'unread') return <UnreadBalance texts={texts} msisdn={checked.msisdn} reading={reading} />
  if (code)
    return (
      <Card heading={codeTexts.title}>
        <AskedCodeForm code={code} texts={codeTexts} />
      </Card>
    )
  return (
    <Card>
      <NumberForm texts={texts} numberLabel={texts.numberLabel} numberTexts={numberTexts} codeTexts={codeTexts} answered={answered} />
    </Card>
  )
}
