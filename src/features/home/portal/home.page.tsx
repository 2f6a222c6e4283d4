import { data, Form, redirect } from 'react-router'
import { formatMobileNumber, isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { isFailure } from '#shared/reply.ts'
import { useSessionMirror } from '#portal/session-mirror.ts'
import { formText } from '#portal/form-text.ts'
import { useSharedTexts } from '#portal/frame-context.ts'
import { portalApi } from '#portal/page-context.ts'
import { metaTags, readContent, readPageMeta } from '#portal/texts.ts'
import { Button } from '#portal/ui/button.tsx'
import { ChoiceChips } from '#portal/ui/choice-chips.tsx'
import { Notification } from '#portal/ui/notification.tsx'
import { MobileNumberField } from '#portal/ui/mobile-number-field.tsx'
import type { Route } from './+types/home.page.ts'
import { ServiceTiles } from './service-tiles.tsx'
import styles from './home.module.css'

const PAGE_OF_TYPE = { prepaid: '/prepaid-recharge', postpaid: '/postpaid-bill-pay', broadband: '/broadband-recharge' } as const
type LineKind = keyof typeof PAGE_OF_TYPE

/** HUB-5: whoever came to pay without a purchase is told why they are here. */
async function noticeOf(context: Route.LoaderArgs['context'], request: Request) {
  if (new URL(request.url).searchParams.get('notice') !== 'no-pending-payment') return null
  const { noPendingTitle, noPending } = await readContent(context, 'payment-translation')
  return { title: noPendingTitle, text: noPending }
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const [home, meta, notice, draft] = await Promise.all([
    readContent(context, 'website-homepage-config'),
    readPageMeta(context, '/'),
    noticeOf(context, request),
    context.get(portalApi).readDraft(),
  ])
  return { home, meta, notice, widgetInfo: isFailure(draft) ? null : draft.result.widgetInfo }
}

/** The number goes with the visitor to the page that fits the line; that page checks it with the operator. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const msisdn = nationalDigits(formText(form, 'msisdn'))
  const type = lineKind(formText(form, 'type'))
  if (!isMobileNumber(msisdn)) {
    const problem = msisdn === '' ? ('phoneRequired' as const) : ('invalidMobile' as const)
    return data({ problem, msisdn, type }, { status: 422 })
  }
  await context.get(portalApi).savePrefill({ type, msisdn })
  return redirect(PAGE_OF_TYPE[type])
}

function lineKind(text: string): LineKind {
  return text === 'postpaid' || text === 'broadband' ? text : 'prepaid'
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaTags(loaderData?.meta)

export default function HomePage({ loaderData, actionData }: Route.ComponentProps) {
  const { home, notice, widgetInfo } = loaderData
  const shared = useSharedTexts()
  useSessionMirror('widgetInfo', widgetInfo)
  const typed = actionData ?? widgetInfo
  return (
    <>
      <section className={styles.hero}>
        <div className={styles.inside}>
          <div>
            <h1>{home.title}</h1>
            <p className={styles.lead}>{home.lead}</p>
            {notice && (
              <Notification kind="warn" title={notice.title}>
                {notice.text}
              </Notification>
            )}
          </div>
          <Form method="post" className={styles.card} noValidate>
            <MobileNumberField
              label={home.prefill.label}
              hint={home.prefill.hint}
              defaultValue={formatMobileNumber(typed?.msisdn ?? '')}
              problem={actionData && shared[actionData.problem]}
            />
            <ChoiceChips
              legend={home.prefill.typeLabel}
              name="type"
              defaultValue={typed?.type ?? 'prepaid'}
              choices={home.prefill.types.map(({ type, label }) => ({ value: type, label }))}
            />
            <Button isWide>{home.prefill.button}</Button>
          </Form>
        </div>
        <svg className={styles.dune} viewBox="0 0 1440 46" preserveAspectRatio="none" aria-hidden="true">
          <path d="M0 36C240 6 420 3 640 22s420 28 800-12v36H0z" />
        </svg>
      </section>
      <ServiceTiles heading={home.tilesHeading} tiles={home.tiles} />
    </>
  )
}
