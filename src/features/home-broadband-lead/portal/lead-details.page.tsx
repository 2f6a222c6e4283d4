import { COUNTRY } from '#shared/operator.ts'
import { requestTexts } from '#features/one-time-code/portal/code-texts.ts'
import { readCodeTexts } from '#features/one-time-code/portal/read-code-texts.ts'
import { isFailure } from '#shared/failure.ts'
import { formText } from '#portal/page/form-text.ts'
import { page, type Redisplay, type PageRequest, type PostedForm, Redirect, PageFailure } from '#portal/page/page.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import { Card } from '#portal/ui/frame/card.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import { SummaryList } from '#portal/ui/lists/summary-list.tsx'
import DetailsForm from './details-form.island.tsx'
import { detailsTexts, typedDetails } from './details-fields.ts'
import type { LeadAnswer } from './lead-answer.ts'
import { actOnCode, askCode, CODE_INTENTS } from './lead-code.ts'
import { ADDRESS_PAGE, DETAILS_PAGE, PLAN_PAGE } from './lead-places.ts'
import { NotSent } from './not-sent.tsx'
import { PlainCode } from './plain-code.tsx'
import { readDraft, readShownPlans } from './read-lead.ts'
import layout from './lead-layout.module.css'

/** LEAD-2 */
export default page(DETAILS_PAGE, {
  load: readDetailsPage,
  action: takeDetails,
  tags: ({ tags }) => tags,
  // The page contains typed details, so no cache may store it.
  response: () => ({ headers: { 'cache-control': 'no-store' } }),
  View({ data: { texts, formTexts, codeTexts, schema, plan, connectionFee, values }, answer }) {
    return (
      <>
        <PageHeading title={texts.detailsTitle} lead={texts.detailsLead} />
        <PageBody>
          <NotSent texts={texts} codeTexts={codeTexts} answer={answer} />
          <div className={layout.columns}>
            <div className={layout.stack}>
              <Card heading={texts.selectedPlan}>
                <SummaryList
                  rows={[
                    { label: plan.name, value: plan.price },
                    { label: texts.connectionFee, value: connectionFee },
                  ]}
                  total={{ label: texts.totalToPay, value: plan.total }}
                />
                <p className={layout.note}>
                  <a href={PLAN_PAGE}>{texts.changePlan}</a>
                </p>
              </Card>
            </div>
            <Card>
              <DetailsForm
                texts={detailsTexts(texts)}
                formTexts={formTexts}
                codeTexts={requestTexts(codeTexts)}
                schema={schema}
                productCode={plan.productCode}
                firstValues={answer?.values ?? values ?? {}}
                problems={answer?.problems ?? {}}
              />
            </Card>
          </div>
        </PageBody>
        <PlainCode code={answer?.code} texts={codeTexts} />
      </>
    )
  },
})

async function readDetailsPage(request: PageRequest) {
  const [texts, formTexts, codeTexts, tags, draft, shown, schema] = await Promise.all([
    readContent(request, 'hbb-lead-translation'),
    readContent(request, 'form-translation'),
    readCodeTexts(request),
    readPageMeta(request, PLAN_PAGE),
    readDraft(request),
    readShownPlans(request),
    readSchema(request),
  ])
  const wanted = request.url.searchParams.get('plan') ?? draft.productCode
  const plan = shown.plans.find(({ productCode }) => productCode === wanted)
  if (!plan) throw new Redirect(PLAN_PAGE)
  return { texts, formTexts, codeTexts, tags, plan, connectionFee: shown.connectionFee, schema, values: draft.values }
}

async function readSchema({ api }: PageRequest) {
  const schema = await api.readLeadForm({ opco: COUNTRY.code })
  if (isFailure(schema)) throw new PageFailure(503, schema.message)
  return schema.result
}

/** The details first, then the code. The map comes in between on request, or when the address was not located. */
async function takeDetails(request: PageRequest, form: PostedForm): Promise<Redirect | Redisplay<LeadAnswer>> {
  const intent = formText(form, 'intent')
  if (CODE_INTENTS.includes(intent)) return actOnCode(request, form)
  const values = typedDetails(await readSchema(request), form)
  const answer = await request.api.saveLeadDetails({
    productCode: formText(form, 'plan').slice(0, 64),
    values,
    website: formText(form, 'website').slice(0, 300),
  })
  if (isFailure(answer)) return { redisplay: { values, message: answer.message } }
  const { isAccepted, problems, isLocated } = answer.result
  if (!isAccepted) return { redisplay: { values, problems } }
  if (intent === 'map' || !isLocated) return new Redirect(ADDRESS_PAGE)
  const { values: kept } = await readDraft(request)
  if (!kept?.msisdn) return new Redirect(PLAN_PAGE)
  return { redisplay: { code: await askCode(request, { msisdn: kept.msisdn, purpose: 'LEAD' }) } }
}
