import { takeBalancePost, type BalanceAnswer } from './balance-steps.ts'
import { bundleTextsOf } from '#features/bundles/portal/bundle-texts.ts'
import { ContextHelp } from '#portal/layout/context-help.tsx'
import BundleForm from '#features/purchase/portal/bundle-form.island.tsx'
import { postToLinePage, type LineAnswer } from '#features/purchase/portal/line-page.ts'
import { answeredForm, readLinePage } from '#features/purchase/portal/read-line-page.ts'
import { DialHint } from '#portal/layout/dial-hint.tsx'
import { page, type Redisplay, type PageRequest, type PostedForm, Redirect } from '#portal/page/page.ts'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import { balanceDialog, BalanceStep, PAGE, readBalanceDialog, wantsBalance } from './balance-dialog.tsx'
import RouterForm from './router-form.island.tsx'

/** Of the form that sells bundles, or of the dialog over it. */
type Answer = { line: LineAnswer | null; balance: BalanceAnswer | null }

/** BB-1, BB-2 */
export default page(PAGE, {
  load: readPage,
  action: takePost,
  tags: ({ tags }) => tags,
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
          <DialHint hint={data.ussd} />
        </PageBody>
      </>
    )
  },
})

async function readPage(request: PageRequest) {
  const line = await readLinePage(request, PAGE, 'broadband-recharge')
  return { ...line, balance: await readBalanceDialog(request, line.checked) }
}

async function takePost(request: PageRequest, form: PostedForm): Promise<Redirect | Redisplay<Answer>> {
  if (wantsBalance(request)) {
    const answered = await takeBalancePost(request, form, PAGE)
    return answered instanceof Redirect ? answered : { redisplay: { line: null, balance: answered.redisplay } }
  }
  const answered = await postToLinePage(request, form, PAGE)
  return answered instanceof Redirect ? answered : { redisplay: { line: answered.redisplay, balance: null } }
}
