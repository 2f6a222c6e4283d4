import { useState } from 'react'
import { data, Form, redirect, useNavigation, useSubmit } from 'react-router'
import { DynamicForm } from '#features/dynamic-form/portal/dynamic-form.tsx'
import { isFailure } from '#shared/reply.ts'
import { formText } from '#portal/form-text.ts'
import { portalApi } from '#portal/page-context.ts'
import { metaTags, readContent, readPageMeta } from '#portal/texts.ts'
import { Button } from '#portal/ui/button.tsx'
import { Card } from '#portal/ui/card.tsx'
import { PageBody } from '#portal/ui/page-body.tsx'
import { PageHeading } from '#portal/ui/page-heading.tsx'
import { PlaceLink } from '#portal/ui/place-link.tsx'
import { Spoken } from '#portal/ui/spoken.tsx'
import { SummaryList } from '#portal/ui/summary-list.tsx'
import type { Route } from './+types/lead-details.page.ts'
import { CodeStep } from './code-step.tsx'
import { NOTHING_SAID, type LeadAnswer } from './lead-answer.ts'
import styles from './lead.module.css'
import { actOnCode, askCode, CODE_INTENTS } from './lead-code.ts'
import { NotSent } from './not-sent.tsx'
import { readDraft, readShownPlans } from './read-lead.ts'
import { useOperatorNumber } from './use-operator-number.ts'

const PLAN_PAGE = '/hbb-lead'

export async function loader({ context, request }: Route.LoaderArgs) {
  const [texts, formTexts, meta, draft, shown, schema] = await Promise.all([
    readContent(context, 'hbb-lead-translation'),
    readContent(context, 'form-translation'),
    readPageMeta(context, PLAN_PAGE),
    readDraft(context),
    readShownPlans(context),
    context.get(portalApi).readLeadForm({ opco: 'NE' }),
  ])
  const wanted = new URL(request.url).searchParams.get('plan') ?? draft.productCode
  const plan = shown.plans.find(({ productCode }) => productCode === wanted)
  if (!plan) throw redirect(PLAN_PAGE)
  if (isFailure(schema)) throw new Response(schema.message, { status: 503 })
  const loaded = {
    texts,
    formTexts,

    meta,
    plan,
    connectionFee: shown.connectionFee,
    schema: schema.result,
    values: draft.values,
  }
  return data(loaded, { headers: { 'cache-control': 'no-store' } })
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

/** The details first, then the code; whoever wants to, or whose address was not found, sees the map in between. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const intent = formText(form, 'intent')
  if (CODE_INTENTS.includes(intent)) return actOnCode(context, form)
  const values = Object.fromEntries(
    [...form].filter(([name]) => /^[A-Za-z][A-Za-z0-9]{0,39}$/.test(name)).map(([name]) => [name, formText(form, name).slice(0, 600)]),
  )
  const { plan: productCode = '', website = '', intent: _, ...typed } = values
  const answer = await context.get(portalApi).saveLeadDetails({ productCode, values: typed, website: website.slice(0, 300) })
  if (isFailure(answer)) return data<LeadAnswer>({ ...NOTHING_SAID, values: typed, message: answer.message }, { status: 422 })
  const { isAccepted, problems, isLocated } = answer.result
  if (!isAccepted) return data<LeadAnswer>({ ...NOTHING_SAID, values: typed, problems }, { status: 422 })
  if (intent === 'map' || !isLocated) return redirect(`${PLAN_PAGE}/address`)
  const { values: kept } = await readDraft(context)
  if (!kept?.msisdn) return redirect(PLAN_PAGE)
  return data<LeadAnswer>({ ...NOTHING_SAID, values: kept, code: await askCode(context, { msisdn: kept.msisdn, purpose: 'LEAD' }) })
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaTags(loaderData?.meta)

/** LEAD-2 */
export default function LeadDetailsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, plan, connectionFee } = loaderData
  const submit = useSubmit()
  const answered = actionData ?? NOTHING_SAID
  return (
    <>
      <PageHeading title={texts.detailsTitle} lead={texts.detailsLead} />
      <PageBody>
        <NotSent texts={texts} answered={answered} />
        <div className={styles.columns}>
          <div className={styles.stack}>
            <Card heading={texts.selectedPlan}>
              <SummaryList
                rows={[
                  { label: plan.name, value: plan.price },
                  { label: texts.connectionFee, value: connectionFee },
                ]}
                total={{ label: texts.totalToPay, value: plan.total }}
              />
              <p className={styles.note}>
                <PlaceLink href={PLAN_PAGE}>{texts.changePlan}</PlaceLink>
              </p>
            </Card>
          </div>
          <Card>
            <DetailsForm loaded={loaderData} answered={answered} />
          </Card>
        </div>
      </PageBody>
      <CodeStep code={answered.code} purpose="LEAD" onVerified={(proof) => void submit({ intent: 'submit', proof }, { method: 'post' })} />
    </>
  )
}

type DetailsFormProps = { loaded: Route.ComponentProps['loaderData']; answered: LeadAnswer }

function DetailsForm({ loaded: { texts, formTexts, schema, values, plan }, answered }: DetailsFormProps) {
  const isBusy = useNavigation().state !== 'idle'
  const firstValues = answered.values ?? values ?? {}
  const [digits, setDigits] = useState(firstValues.msisdn ?? '')
  const number = useOperatorNumber(digits, texts)
  return (
    <Form method="post" noValidate>
      <input type="hidden" name="plan" value={plan.productCode} />
      <DynamicForm
        schema={schema}
        texts={formTexts}
        firstValues={firstValues}
        problems={answered.problems}
        notes={{ msisdn: number }}
        isBusy={isBusy}
        intent="details"
        cancelHref={PLAN_PAGE}
        extra={(canSend) => (
          <p>
            <Button look="quiet" isWide isSmall name="intent" value="map" disabled={!canSend}>
              {texts.placeOnMap}
            </Button>
          </p>
        )}
        onValue={(name, value) => name === 'msisdn' && setDigits(value)}
      />
      {/* Programs fill in every field; people do not see this one, and screen readers are told to pass it by. */}
      <div aria-hidden="true">
        <Spoken>
          <label>
            {texts.honeypot}
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </Spoken>
      </div>
    </Form>
  )
}
