import { requestTexts } from '#features/one-time-code/portal/code-texts.ts'
import { readCodeTexts } from '#features/one-time-code/portal/read-code-texts.ts'
import { ContextHelp } from '#portal/layout/context-help.tsx'
import { readContextHelp } from '#portal/layout/read-context-help.ts'
import { typableCode, unsentWords } from '#features/one-time-code/portal/requested-code.ts'
import { RequestedCodeForm } from '#features/one-time-code/portal/requested-code-form.tsx'
import { postpaidLimits } from '#features/purchase/portal/checked-line.ts'
import { loadLinePage, postToLinePage } from '#features/purchase/portal/line-page.ts'
import { answeredForm } from '#features/purchase/portal/read-line-page.ts'
import { readDialHint } from '#portal/layout/read-dial-hint.ts'
import { DialHint } from '#portal/layout/dial-hint.tsx'
import { formText } from '#portal/page/form-text.ts'
import { page, type Redisplay, type PageRequest, type PostedForm, type Redirect } from '#portal/page/page.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import { isAmountOfAnotherLine, refuseAmountOfAnotherLine } from './amount-of-another-line.ts'
import { NO_PROBLEMS, PAGE, type BillAnswer } from './bill-answer.ts'
import BillForm from './bill-form.island.tsx'
import { billTexts, numberTexts } from './bill-texts.ts'
import { fetchByAccount } from './fetch-by-account.ts'
import { CODE_INTENTS, fetchByCode } from './fetch-by-code.ts'
import type { FetchWay } from './fetch-link.tsx'

/** POST-1..5 */
export default page(PAGE, {
  load: readBillPage,
  action: takePost,
  tags: ({ tags }) => tags,
  View({ data, answer }) {
    const { texts, rechargeTexts, codeTexts, help, config, way } = data
    const code = typableCode(answer?.code)
    const unsent = unsentWords(answer?.code, codeTexts)
    return (
      <>
        <PageHeading title={texts.postpaidTitle} lead={texts.postpaidLead} />
        <PageBody isNarrow>
          <BillForm
            texts={billTexts(texts)}
            numberTexts={numberTexts(rechargeTexts)}
            codeTexts={requestTexts(codeTexts)}
            limits={postpaidLimits(config)}
            fetching={{
              way: answer?.outstanding ? null : way,
              problems: unsent === null ? (answer?.fetchProblems ?? null) : { ...NO_PROBLEMS, message: unsent },
              isCodeAsked: code !== null,
            }}
            outstanding={answer?.outstanding ?? null}
            {...answeredForm(data, answer)}
          >
            {code && <RequestedCodeForm code={code} texts={{ ...codeTexts, verify: texts.getOutstanding }} />}
          </BillForm>
          <ContextHelp help={help} />
          <DialHint hint={data.ussd} />
        </PageBody>
      </>
    )
  },
})

async function readBillPage(request: PageRequest) {
  const [texts, rechargeTexts, codeTexts, tags, help, line, ussd] = await Promise.all([
    readContent(request, 'bill-translation'),
    readContent(request, 'recharge-translation'),
    readCodeTexts(request),
    readPageMeta(request, PAGE),
    readContextHelp(request, 'postpaid-bill'),
    loadLinePage(request, PAGE),
    readDialHint(request, 'bill'),
  ])
  return { ussd, texts, rechargeTexts, codeTexts, tags, help, way: wayOf(request.url), ...line }
}

function wayOf({ searchParams }: URL): FetchWay | null {
  const way = searchParams.get('fetch')
  return way === null ? null : way === 'account' ? 'account' : 'code'
}

async function takePost(request: PageRequest, form: PostedForm): Promise<Redirect | Redisplay<BillAnswer>> {
  const intent = formText(form, 'intent')
  if (intent === 'account') return fetchByAccount(request, form)
  if (intent === '' && isAmountOfAnotherLine(request, form)) return refuseAmountOfAnotherLine(request, form)
  return CODE_INTENTS.some((known) => known === intent) ? fetchByCode(request, form) : postToLinePage(request, form, PAGE)
}
