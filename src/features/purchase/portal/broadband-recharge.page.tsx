import { takeBalancePost, type BalanceAnswer } from '#features/balance-query/portal/balance-steps.ts'
import { bundleTextsOf } from '#features/bundles/portal/bundle-texts.ts'
import { ContextHelp } from '#features/help/portal/context-help.tsx'
import BundleForm from './bundle-form.island.tsx'
import { postToLinePage, type LineAnswer } from './line-page.ts'
import { answeredForm, NOT_KEPT, readLinePage } from './read-line-page.ts'
import { UssdHint } from '#features/ussd/portal/ussd-hint.tsx'
import { page, type Again, type PageRequest, type PostedForm } from '#portal/page/page.ts'
import { Redirect } from '#portal/page/redirect.ts'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import { balanceDialog, BalanceStep, PAGE, readBalanceDialog, wantsBalance } from './balance-dialog.tsx'
import RouterForm from './router-form.island.tsx'

/** Of the form that sells bundles, or of the dialog over it. */
type Answer = { line: LineAnswer | null; balance: BalanceAnswer | null }

/** BB-1, BB-2 */
export default page(PAGE, {
  load: readPage,
  act: takePost,
  tags: ({ tags }) => tags,
  manner: ({ balance, checked }) => (balance?.reading || checked.running ? NOT_KEPT : {}),
  View({ data, answer }) {
    const { texts, help, wanted, sellsPostpaidBundles, balance } = data
    const { checked, refusal } = answeredForm(data, answer?.line ?? null)
    const shown = {
      texts: { ...bundleTextsOf(texts), category_internet: texts.routerCategory },
      wanted,
      checked,
      refusal,
      sellsPostpaidBundles,
    }
    const form = { page: PAGE, numberLabel: texts.routerNumberLabel, heading: texts.chooseBundle, ...shown } as const
    const helpCard = help && <ContextHelp help={help} />
    const parts = balance && { balance, rechargeTexts: texts, checked: data.checked, answer: answer?.balance ?? null }
    const dialog = parts && balanceDialog(parts)
    return (
      <>
        <PageHeading title={texts.broadbandTitle} lead={texts.broadbandLead} />
        <PageBody>
          {parts && dialog ? (
            <RouterForm {...form} balance={dialog}>
              {dialog.step === null ? helpCard : <BalanceStep {...parts} />}
            </RouterForm>
          ) : (
            <BundleForm {...form}>{helpCard}</BundleForm>
          )}
          <UssdHint path={data.ussd} />
        </PageBody>
      </>
    )
  },
})

async function readPage(request: PageRequest) {
  const line = await readLinePage(request, PAGE, 'broadband-recharge')
  return { ...line, balance: await readBalanceDialog(request, line.checked) }
}

async function takePost(request: PageRequest, form: PostedForm): Promise<Redirect | Again<Answer>> {
  if (wantsBalance(request)) {
    const answered = await takeBalancePost(request, form, PAGE)
    return answered instanceof Redirect ? answered : { again: { line: null, balance: answered.again } }
  }
  const answered = await postToLinePage(request, form, PAGE)
  return answered instanceof Redirect ? answered : { again: { line: answered.again, balance: null } }
}
