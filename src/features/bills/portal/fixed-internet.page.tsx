import { isEmail } from '#shared/email.ts'
import { isFailure } from '#shared/failure.ts'
import { isFixedAccount, tidyAccount } from '../rules.ts'
import { ContextHelp } from '#portal/layout/context-help.tsx'
import { readContextHelp } from '#portal/layout/read-context-help.ts'
import { formText } from '#portal/page/form-text.ts'
import { page, type Redisplay, type PageRequest, type PostedForm, Redirect } from '#portal/page/page.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import AccountForm, { type AccountProblems } from './account-form.island.tsx'
import { accountTexts } from './account-texts.ts'
import { InvoiceList } from './invoice-list.tsx'
import { readSavedBills } from './read-kept-bills.ts'

const PATH = '/orp/fixed-internet'

type Typed = { accountNo: string; email: string }
type Refusal = { typed: Typed; problems: AccountProblems; message: string | null }

/** FIX-1..3 */
export default page(PATH, {
  load: readFixedInternet,
  action: takePost,
  tags: ({ tags }) => tags,
  View({ data: { texts, help, kept }, answer }) {
    const typed = answer?.typed ?? { accountNo: kept?.accountNo ?? '', email: kept?.email ?? '' }
    // Bills of another pair than the one in the form could be paid by mistake, or appear below another pair's error.
    const isSamePair = kept !== null && kept.accountNo === typed.accountNo && kept.email === typed.email
    const bills = isSamePair ? kept.bills : null
    return (
      <>
        <PageHeading title={texts.fixedTitle} lead={texts.fixedLead} />
        <PageBody>
          {answer?.message && <Notification kind="bad">{answer.message}</Notification>}
          {!answer && kept?.message && (
            <Notification kind="bad" title={texts.couldNotRead}>
              {kept.message}
            </Notification>
          )}
          <AccountForm texts={accountTexts(texts)} typed={typed} problems={answer?.problems ?? {}} isAnswered={bills !== null} />
          {bills && <InvoiceList texts={texts} typed={typed} bills={bills} />}
          <ContextHelp help={help} />
        </PageBody>
      </>
    )
  },
})

async function readFixedInternet(request: PageRequest) {
  const [texts, tags, help, kept] = await Promise.all([
    readContent(request, 'bill-translation'),
    readPageMeta(request, PATH),
    readContextHelp(request, 'fixed-internet'),
    readSavedBills(request.api),
  ])
  return { texts, tags, help, kept }
}

/** One form shows the bills of an account, the other pays one of them. */
async function takePost(request: PageRequest, form: PostedForm): Promise<Redirect | Redisplay<Refusal>> {
  const typed = { accountNo: tidyAccount(formText(form, 'accountNo')), email: formText(form, 'email').trim() }
  const problems = problemsOf(typed)
  if (problems.accountNo || problems.email) return { redisplay: { typed, problems, message: null } }
  const invoiceNo = formText(form, 'invoiceNo')
  return invoiceNo === '' ? show(request, typed) : pay(request, typed, invoiceNo)
}

/** The pair is stored in the visit, so the result is the page itself: it survives reloads and returns. */
async function show({ api }: PageRequest, typed: Typed): Promise<Redirect | Redisplay<Refusal>> {
  const answer = await api.validateFixedInternet({ accountNo: typed.accountNo, contactPersonEmailId: typed.email })
  return isFailure(answer) ? refuse(typed, answer.message) : new Redirect(`${PATH}#bills`)
}

async function pay({ api }: PageRequest, typed: Typed, invoiceNo: string): Promise<Redirect | Redisplay<Refusal>> {
  const answer = await api.choosePurchase({ kind: 'invoice', ...typed, invoiceNo: invoiceNo.slice(0, 40), redirectPage: PATH })
  return isFailure(answer) ? refuse(typed, answer.message) : new Redirect(`/payment/start?purchase=${answer.result.purchaseId}`)
}

function refuse(typed: Typed, message: string): Redisplay<Refusal> {
  return { redisplay: { typed, problems: {}, message } }
}

function problemsOf({ accountNo, email }: Typed): AccountProblems {
  return {
    ...(isFixedAccount(accountNo) ? {} : { accountNo: accountNo === '' ? ('accountRequired' as const) : ('invalidAccount' as const) }),
    ...(isEmail(email) ? {} : { email: email === '' ? ('emailRequired' as const) : ('invalidEmail' as const) }),
  }
}
