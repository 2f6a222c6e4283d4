import { data, redirect, type RouterContextProvider } from 'react-router'
import { isEmail } from '#shared/email.ts'
import { isFailure } from '#shared/reply.ts'
import { isFixedAccount, tidyAccount } from '#features/bills/rules.ts'
import { ContextHelp } from '#features/help/portal/context-help.tsx'
import { readContextHelp } from '#features/help/portal/read-context-help.ts'
import { formText } from '#portal/form-text.ts'
import { pageRequestOf, portalApi } from '#portal/page-context.ts'
import { metaTags, readContent, readPageMeta } from '#portal/texts.ts'
import { Notification } from '#portal/ui/notification.tsx'
import { PageBody } from '#portal/ui/page-body.tsx'
import { PageHeading } from '#portal/ui/page-heading.tsx'
import type { Route } from './+types/fixed-internet.page.ts'
import { AccountForm, type AccountProblems } from './account-form.tsx'
import { InvoiceList } from './invoice-list.tsx'
import { readKeptBills } from './read-kept-bills.ts'

const PATH = '/orp/fixed-internet'

export async function loader({ context }: Route.LoaderArgs) {
  const [texts, meta, help, kept] = await Promise.all([
    readContent(context, 'bill-translation'),
    readPageMeta(context, PATH),
    readContextHelp(pageRequestOf(context), 'fixed-internet'),
    readKeptBills(context),
  ])
  return data({ texts, meta, help, kept }, kept ? { headers: { 'cache-control': 'no-store' } } : undefined)
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

type Typed = { accountNo: string; email: string }
type Refusal = { typed: Typed; problems: AccountProblems; message: string | null }

/** One form shows the bills of an account, the other pays one of them. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const typed = { accountNo: tidyAccount(formText(form, 'accountNo')), email: formText(form, 'email').trim() }
  const problems = problemsOf(typed)
  if (problems.accountNo || problems.email) return refuse({ typed, problems, message: null })
  const invoiceNo = formText(form, 'invoiceNo')
  return invoiceNo === '' ? show(context, typed) : pay(context, typed, invoiceNo)
}

/** The pair is kept for the visit, so the answer is the page itself: it can be loaded again and come back to. */
async function show(context: Readonly<RouterContextProvider>, typed: Typed) {
  const answer = await context.get(portalApi).validateFixedInternet({
    accountNo: typed.accountNo,
    contactPersonEmailId: typed.email,
  })
  return isFailure(answer) ? refuse({ typed, problems: {}, message: answer.message }) : redirect(`${PATH}#bills`)
}

async function pay(context: Readonly<RouterContextProvider>, typed: Typed, invoiceNo: string) {
  const answer = await context.get(portalApi).choosePurchase({
    kind: 'invoice',
    ...typed,
    invoiceNo: invoiceNo.slice(0, 40),
    redirectPage: PATH,
  })
  if (isFailure(answer)) return refuse({ typed, problems: {}, message: answer.message })
  return redirect(`/payment/start?purchase=${answer.result.purchaseId}`)
}

function refuse(refusal: Refusal) {
  return data(refusal, { status: 422 })
}

function problemsOf({ accountNo, email }: Typed): AccountProblems {
  return {
    ...(isFixedAccount(accountNo) ? {} : { accountNo: accountNo === '' ? ('accountRequired' as const) : ('invalidAccount' as const) }),
    ...(isEmail(email) ? {} : { email: email === '' ? ('emailRequired' as const) : ('invalidEmail' as const) }),
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaTags(loaderData?.meta)

/** FIX-1..3 */
export default function FixedInternetPage({ loaderData: { texts, help, kept }, actionData }: Route.ComponentProps) {
  const typed = actionData?.typed ?? { accountNo: kept?.accountNo ?? '', email: kept?.email ?? '' }
  // Bills of another account than the one in the form would be paid by mistake.
  const bills = kept?.bills && kept.accountNo === typed.accountNo ? kept.bills : null
  return (
    <>
      <PageHeading title={texts.fixedTitle} lead={texts.fixedLead} />
      <PageBody>
        {actionData?.message && <Notification kind="bad">{actionData.message}</Notification>}
        {!actionData && kept?.message && (
          <Notification kind="bad" title={texts.couldNotRead}>
            {kept.message}
          </Notification>
        )}
        <AccountForm
          key={`${typed.accountNo} ${typed.email}`}
          texts={texts}
          typed={typed}
          problems={actionData?.problems ?? {}}
          isAnswered={bills !== null}
        />
        {bills && <InvoiceList texts={texts} typed={typed} bills={bills} />}
        <ContextHelp help={help} />
      </PageBody>
    </>
  )
}
