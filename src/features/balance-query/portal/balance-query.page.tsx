import { requestTexts } from '#features/one-time-code/portal/code-texts.ts'
import { readCodeTexts } from '#features/one-time-code/portal/read-code-texts.ts'
import { ContextHelp } from '#portal/layout/context-help.tsx'
import { readContextHelp } from '#portal/layout/read-context-help.ts'
import { lineTexts } from '#features/line/portal/line-texts.ts'
import { typableCode, unsentWords } from '#features/one-time-code/portal/requested-code.ts'
import { RequestedCodeForm } from '#features/one-time-code/portal/requested-code-form.tsx'
import { NOTHING_CHECKED } from '#features/purchase/portal/checked-line.ts'
import { readDialHint } from '#portal/layout/read-dial-hint.ts'
import { DialHint } from '#portal/layout/dial-hint.tsx'
import { page, type PageRequest } from '#portal/page/page.ts'
import { readContent } from '#portal/texts/texts.ts'
import { Card } from '#portal/ui/frame/card.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import BalanceForm from './balance-form.island.tsx'
import { loadNumber, PAGE, takeBalancePost, wantsShown, type BalanceAnswer } from './balance-steps.ts'
import { numberFormTexts, unitTextsOf } from './balance-texts.ts'
import { BalanceView } from './balance-view.tsx'
import { readBalance } from './read-balance.ts'
import { UnreadBalance } from './unread-balance.tsx'

/** BB-2 for every prepaid and broadband line: a number, a code, and what is left. */
export default page(PAGE, {
  load: readBalancePage,
  action: (request, form) => takeBalancePost(request, form, PAGE),
  View({ data, answer }) {
    return (
      <>
        <PageHeading title={data.texts.title} lead={data.texts.lead} />
        <PageBody isNarrow>
          <BalanceStep data={data} answer={answer} />
          <ContextHelp help={data.help} />
          <DialHint hint={data.ussd} />
        </PageBody>
      </>
    )
  },
})

async function readBalancePage(request: PageRequest) {
  const [texts, rechargeTexts, codeTexts, help, checked, ussd] = await Promise.all([
    readContent(request, 'balance-translation'),
    readContent(request, 'recharge-translation'),
    readCodeTexts(request),
    readContextHelp(request, 'balance'),
    loadNumber(request),
    readDialHint(request, 'balance'),
  ])
  const reading = wantsShown(request.url) && checked.msisdn !== '' ? await readBalance(request.api, checked.msisdn) : null
  const { sellsPostpaidBundles } = request.country
  return { texts, rechargeTexts, codeTexts, help, checked, reading, ussd, sellsPostpaidBundles }
}

type StepProps = { data: Awaited<ReturnType<typeof readBalancePage>>; answer: BalanceAnswer | null }

function BalanceStep({ data: { texts, rechargeTexts, codeTexts, checked, reading, sellsPostpaidBundles }, answer }: StepProps) {
  if (!answer && reading?.kind === 'read')
    return (
      <BalanceView
        texts={texts}
        unitTexts={unitTextsOf(rechargeTexts)}
        checked={checked}
        sellsPostpaidBundles={sellsPostpaidBundles}
        reading={reading}
      />
    )
  if (!answer && reading?.kind === 'unread') return <UnreadBalance texts={texts} msisdn={checked.msisdn} message={reading.message} />
  const code = typableCode(answer?.code)
  if (code)
    return (
      <Card heading={codeTexts.title}>
        <RequestedCodeForm code={code} texts={codeTexts} />
      </Card>
    )
  return (
    <Card>
      <BalanceForm
        page={PAGE}
        action={PAGE}
        texts={numberFormTexts(texts)}
        numberLabel={texts.numberLabel}
        numberTexts={lineTexts(rechargeTexts)}
        codeTexts={requestTexts(codeTexts)}
        checked={answer ? { ...NOTHING_CHECKED, msisdn: answer.msisdn, verdict: answer.verdict } : checked}
        refusal={answer?.refusal ?? null}
        message={!answer && reading?.kind === 'unproven' ? reading.message : unsentWords(answer?.code, codeTexts)}
      />
    </Card>
  )
}
