import { useState } from 'react'
import { data, Form, redirect, useFetcher, type ShouldRevalidateFunctionArgs } from 'react-router'
import { pathInsidePortal } from '#shared/safe-addresses.ts'
import { isFailure } from '#shared/reply.ts'
import { formText } from '#portal/form-text.ts'
import { portalApi } from '#portal/page-context.ts'
import { useSessionMirror } from '#portal/session-mirror.ts'
import { metaTags, readContent, readPageMeta } from '#portal/texts.ts'
import { Button, ButtonLink } from '#portal/ui/button.tsx'
import { Card } from '#portal/ui/card.tsx'
import { DataTable } from '#portal/ui/data-table.tsx'
import { Notification } from '#portal/ui/notification.tsx'
import { PageBody } from '#portal/ui/page-body.tsx'
import { PageHeading } from '#portal/ui/page-heading.tsx'
import { PlaceLink } from '#portal/ui/place-link.tsx'
import type { Route } from './+types/lead-plan.page.ts'
import { DevicePanel } from './device-panel.tsx'
import { PlanCard } from './plan-card.tsx'
import { readDraft, readShownPlans, type ShownPlan } from './read-lead.ts'
import styles from './lead-plan.module.css'

const PAGE = '/hbb-lead'

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const [texts, { devices_detail: device }, meta, draft, shown] = await Promise.all([
    readContent(context, 'hbb-lead-translation'),
    readContent(context, 'hbb-lead-config'),
    readPageMeta(context, PAGE),
    readDraft(context),
    readShownPlans(context),
  ])
  const redirectUrl = query.has('redirect') ? pathInsidePortal(query.get('redirect') ?? '') : draft.redirectUrl
  return { texts, device, meta, redirectUrl, wantedPlan: query.get('plan') ?? draft.productCode, ...shown }
}

/** The plan is kept when it is chosen, so that a refresh or another language finds it again; Proceed goes on with it. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const answer = await context.get(portalApi).chooseLeadPlan({
    productCode: formText(form, 'productCode').slice(0, 64),
    redirectUrl: formText(form, 'redirectUrl').slice(0, 300),
  })
  if (isFailure(answer)) return data({ message: answer.message }, { status: 422 })
  return formText(form, 'intent') === 'keep' ? data({ message: null }) : redirect(`${PAGE}/details`)
}

/** Keeping a choice changes nothing that the page was loaded with. */
export const shouldRevalidate = ({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formData?.get('intent') === 'keep' ? false : defaultShouldRevalidate

export const meta: Route.MetaFunction = ({ loaderData }) => metaTags(loaderData?.meta)

/** LEAD-1 */
export default function LeadPlanPage({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, device, plans, connectionFee, redirectUrl, wantedPlan } = loaderData
  const [chosen, setChosen] = useState(wantedPlan)
  const keeper = useFetcher()
  useSessionMirror('devices_detail', device)
  const plan = plans.find(({ productCode }) => productCode === chosen) ?? plans[0]
  function choose(productCode: string) {
    setChosen(productCode)
    void keeper.submit({ intent: 'keep', productCode, redirectUrl }, { method: 'post' })
  }
  return (
    <>
      <PageHeading title={texts.planTitle} lead={texts.planLead} />
      <PageBody>
        {actionData?.message && <Notification kind="bad">{actionData.message}</Notification>}
        <div className={styles.columns}>
          <div className={styles.stack}>
            <DevicePanel heading={texts.device} device={device} />
          </div>
          <div className={styles.stack}>
            {plan ? (
              <Form method="post" className={styles.stack}>
                <input type="hidden" name="redirectUrl" value={redirectUrl} />
                <Card heading={texts.plans}>
                  <div className={styles.plans}>
                    <PlanTable texts={texts} plans={plans} chosen={plan.productCode} onChoose={choose} />
                  </div>
                </Card>
                <PlanCard texts={texts} plan={plan} connectionFee={connectionFee}>
                  <p className={styles.note}>{texts.note}</p>
                  <div className={styles.buttons}>
                    <ButtonLink look="quiet" href={redirectUrl}>
                      {texts.back}
                    </ButtonLink>
                    <Button>{texts.proceed}</Button>
                  </div>
                </PlanCard>
              </Form>
            ) : (
              <Notification kind="warn">{texts.noPlans}</Notification>
            )}
            <p className={styles.track}>
              <PlaceLink href="/hbb-lead-status">{texts.trackLink}</PlaceLink>
            </p>
          </div>
        </div>
      </PageBody>
    </>
  )
}

type PlanTableProps = {
  texts: Route.ComponentProps['loaderData']['texts']
  plans: ShownPlan[]
  chosen: string
  onChoose: (productCode: string) => void
}

function PlanTable({ texts, plans, chosen, onChoose }: PlanTableProps) {
  return (
    <DataTable
      caption={texts.plans}
      isCaptionHidden
      isCompact
      rows={plans}
      rowKey={({ productCode }) => productCode}
      columns={[
        {
          key: 'plan',
          header: texts.columnBundle,
          isMain: true,
          cell: ({ productCode, name }) => (
            <label className={styles.plan}>
              <input
                type="radio"
                name="productCode"
                value={productCode}
                defaultChecked={productCode === chosen}
                onChange={() => onChoose(productCode)}
              />
              <span>{name}</span>
            </label>
          ),
        },
        { key: 'resources', header: texts.columnResources, cell: ({ resources }) => resources },
        { key: 'validity', header: texts.columnValidity, cell: ({ validity }) => validity },
        { key: 'price', header: texts.columnPrice, align: 'end', cell: ({ price }) => <strong className={styles.price}>{price}</strong> },
      ]}
    />
  )
}
