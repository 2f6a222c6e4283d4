import { data, redirect } from 'react-router'
import { API_PREFIX } from '#calls/addresses.ts'
import { LOCALES, type Language } from '#shared/language.ts'
import { COUNTRY } from '#shared/country-profiles.ts'
import { fillText } from '#shared/fill-text.ts'
import { formatForeign } from '#shared/foreign-money.ts'
import { formatXof, xof } from '#shared/money.ts'
import { isFailure } from '#shared/reply.ts'
import type { ContentPackages } from '#portal/content-packages.ts'
import { useLanguage } from '#portal/frame-context.ts'
import { portalApi, surroundings } from '#portal/page-context.ts'
import { readContent, readPageMeta } from '#portal/texts.ts'
import { ButtonLink } from '#portal/ui/button.tsx'
import { Card } from '#portal/ui/card.tsx'
import { PageBody } from '#portal/ui/page-body.tsx'
import { DuneStrip } from '#portal/ui/dune-strip.tsx'
import { Seal } from '#portal/ui/seal.tsx'
import { Timeline } from '#portal/ui/timeline.tsx'
import type { TransactionDetails } from '../contract.ts'
import type { Route } from './+types/status.page.ts'
import { PushCoach } from './push-coach.tsx'
import { ReceiptActions } from './receipt-actions.tsx'
import { beneficiary, excessSentence, moneySentence, reasonSentence, shownSteps, statusLook, type ShownStep } from './status-words.ts'
import { useBackTo } from './use-back-to.ts'
import { useStatusPolling } from './use-status-polling.ts'
import styles from './status.module.css'

const REFRESH_SECONDS = 5

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const id = searchParams.get('id') ?? ('id' in params ? params.id : '') ?? ''
  if (!id && isGatewayReturn(searchParams))
    throw redirect(`${API_PREFIX}/transaction/v1/callback/${searchParams.get('pg')}?${searchParams.toString()}`)
  const [texts, meta] = await Promise.all([readContent(context, 'payment-translation'), readPageMeta(context, '/payment/status')])
  const found = /^[A-Za-z0-9_-]{22}$/.test(id) ? await context.get(portalApi).readTransaction({ txnId: id }) : null
  const details = found && !isFailure(found) ? found.result : null
  // Without script the page asks again by itself for as long as something is open.
  const refreshSeconds = details && !details.isFinal ? REFRESH_SECONDS : null
  const steps = details ? shownSteps(details, texts, timeIn(context.get(surroundings).language)) : []
  return data({ texts, meta, details, steps, refreshSeconds }, { status: details ? 200 : 404, headers: { 'cache-control': 'no-store' } })
}

/** Used by the loader only: date formats would stop a cheap phone for a tenth of a second. */
function timeIn(language: Language): (instant: string) => string {
  const format = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'short', timeStyle: 'medium', timeZone: COUNTRY.timeZone })
  return (instant) => format.format(new Date(instant))
}

/** STAT-2: a payment begun elsewhere, for example in a WhatsApp conversation, comes back with the gateway's own words for it. */
function isGatewayReturn(query: URLSearchParams): boolean {
  return query.has('channel') && /^[a-z]{2,20}$/.test(query.get('pg') ?? '') && (query.has('reference') || query.has('trxref'))
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.meta.title }, { name: 'robots', content: 'noindex' }]

/** STAT-1..4 */
export default function StatusPage({ loaderData: { texts, details, steps } }: Route.ComponentProps) {
  return (
    <>
      <DuneStrip />
      <PageBody isNarrow>{details ? <Status {...{ texts, details, steps }} /> : <UnknownPayment texts={texts} />}</PageBody>
    </>
  )
}

type StatusProps = { texts: ContentPackages['payment-translation']; details: TransactionDetails; steps: ShownStep[] }

function Status({ texts, details, steps }: StatusProps) {
  const language = useLanguage()
  useStatusPolling(details.isFinal)
  useBackTo(details.redirectPage)
  const look = statusLook(details, texts)
  const reason = reasonSentence(details, texts)
  const excess = excessSentence(details, texts, language)
  return (
    <div className={styles.stack}>
      {details.approveUntil && <PushCoach texts={texts} details={details} until={details.approveUntil} />}
      <Card isCentred>
        <Seal kind={look.kind} />
        <div role="status">
          <h1>{look.title}</h1>
          <p className={styles.amount}>
            <strong>{formatXof(xof(details.amount), language)}</strong> {beneficiary(details, texts)}
          </p>
          {details.paidIn && <p>{fillText(texts.stateAsked, { amount: formatForeign(details.paidIn, language) })}</p>}
          {details.bundleDescription && <p>{details.bundleDescription}</p>}
          {reason && <p>{reason}</p>}
          <p>{moneySentence(details, texts)}</p>
          {excess && <p>{excess}</p>}
        </div>
        <ReceiptActions texts={texts} reference={details.refTransactionId} />
      </Card>
      <Card heading={texts.timeline}>
        <Timeline
          steps={steps}
          stateWords={{ done: texts.stateDone, now: texts.stateNow, todo: texts.stateTodo, failed: texts.stateFailed }}
        />
        <p className={styles.support}>{texts.callSupport}</p>
      </Card>
      <div className={styles.choices}>
        {details.purchaseToPay && <ButtonLink href={`/payment/start?purchase=${details.purchaseToPay}`}>{texts.payAgain}</ButtonLink>}
        {details.metaInfo.leadId && <ButtonLink href="/hbb-lead-status">{texts.leadFollow}</ButtonLink>}
        <ButtonLink href={details.redirectPage} look={details.purchaseToPay || details.metaInfo.leadId ? 'quiet' : 'main'}>
          {texts.return}
        </ButtonLink>
      </div>
    </div>
  )
}

function UnknownPayment({ texts }: { texts: ContentPackages['payment-translation'] }) {
  return (
    <Card isCentred>
      <Seal kind="warn" />
      <h1>{texts.statusUnknownTitle}</h1>
      <p>{texts.statusUnknown}</p>
      <ButtonLink href="/">{texts.return}</ButtonLink>
    </Card>
  )
}
