import { pathInsidePortal } from '#shared/safe-addresses.ts'
import { isFailure } from '#shared/failure.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { formText } from '#portal/page/form-text.ts'
import { SessionValues } from '#features/visit/portal/session-values.tsx'
import { page, type Redisplay, type PageRequest, type PostedForm, Redirect } from '#portal/page/page.ts'
import { readContent } from '#portal/texts/texts.ts'
import { Button, ButtonLink } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { DataTable } from '#portal/ui/lists/data-table.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import { FieldsForm } from '#portal/ui/fields/fields-form.tsx'
import { DevicePanel } from './device-panel.tsx'
import { DETAILS_PAGE, PLAN_PAGE, STATUS_PAGE } from './lead-places.ts'
import { PlanCard } from './plan-card.tsx'
import PlanChoice from './plan-choice.island.ts'
import { readDraft, readShownPlans, type ShownPlan } from './read-lead.ts'
import layout from './lead-layout.module.css'
import styles from './lead-plan.module.css'

/** LEAD-1 */
export default page(PLAN_PAGE, {
  load: readPlanPage,
  action: takePlan,
  View({ data, answer }) {
    const { texts, device, plans } = data
    return (
      <>
        <SessionValues values={{ devices_detail: device }} />
        <PageHeading title={texts.planTitle} lead={texts.planLead} />
        <PageBody>
          {answer && <Notification kind="bad">{answer.message}</Notification>}
          <div className={layout.columns}>
            <div className={layout.stack}>
              <DevicePanel heading={texts.device} device={device} />
            </div>
            <div className={layout.stack}>
              {plans.length > 0 ? <PlanForm data={data} /> : <Notification kind="warn">{texts.noPlans}</Notification>}
              <p className={styles.track}>
                <a href={STATUS_PAGE}>{texts.trackLink}</a>
              </p>
            </div>
          </div>
        </PageBody>
      </>
    )
  },
})

type PlanData = Awaited<ReturnType<typeof readPlanPage>>

async function readPlanPage(request: PageRequest) {
  const query = request.url.searchParams
  const [texts, { devices_detail: device }, draft, shown] = await Promise.all([
    readContent(request, 'hbb-lead-translation'),
    readContent(request, 'hbb-lead-config'),
    readDraft(request),
    readShownPlans(request),
  ])
  const redirectUrl = query.has('redirect') ? pathInsidePortal(query.get('redirect') ?? '') : draft.redirectUrl
  return { texts, device, redirectUrl, wantedPlan: query.get('plan') ?? draft.productCode, ...shown }
}

async function takePlan({ api }: PageRequest, form: PostedForm): Promise<Redirect | Redisplay<{ message: string }>> {
  const answer = await api.chooseLeadPlan({
    productCode: formText(form, 'productCode').slice(0, 64),
    redirectUrl: formText(form, 'redirectUrl').slice(0, 300),
  })
  return isFailure(answer) ? { redisplay: { message: answer.message } } : new Redirect(DETAILS_PAGE)
}

function PlanForm({ data: { texts, plans, connectionFee, redirectUrl, wantedPlan } }: { data: PlanData }) {
  const chosen = plans.find(({ productCode }) => productCode === wantedPlan) ?? plans[0]
  if (!chosen) return null
  return (
    <PlanChoice>
      <FieldsForm className={layout.stack}>
        <input type="hidden" name="redirectUrl" value={redirectUrl} />
        <Card heading={texts.plans}>
          <div className={styles.plans}>
            <PlanTable texts={texts} plans={plans} chosen={chosen.productCode} />
          </div>
        </Card>
        <PlanCard texts={texts} plans={plans} chosen={chosen} connectionFee={connectionFee}>
          <p className={layout.note}>{texts.note}</p>
          <div className={layout.buttons}>
            <ButtonLink look="quiet" href={redirectUrl}>
              {texts.back}
            </ButtonLink>
            <Button>{texts.proceed}</Button>
          </div>
        </PlanCard>
      </FieldsForm>
    </PlanChoice>
  )
}

type PlanTableProps = { texts: ContentPackages['hbb-lead-translation']; plans: ShownPlan[]; chosen: string }

function PlanTable({ texts, plans, chosen }: PlanTableProps) {
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
              <input type="radio" name="productCode" value={productCode} defaultChecked={productCode === chosen} />
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
