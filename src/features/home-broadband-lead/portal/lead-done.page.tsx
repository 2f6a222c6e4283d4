import { useState } from 'react'
import { data, redirect, useNavigate } from 'react-router'
import { fillText } from '#shared/fill-text.ts'
import { isFailure } from '#shared/reply.ts'
import type { ContentPackages } from '#portal/content-packages.ts'
import { portalApi } from '#portal/page-context.ts'
import { readContent, readPageMeta } from '#portal/texts.ts'
import { ButtonLink } from '#portal/ui/button.tsx'
import { Countdown } from '#portal/ui/countdown.tsx'
import { Dialog } from '#portal/ui/dialog.tsx'
import { PageBody } from '#portal/ui/page-body.tsx'
import { PageHeading } from '#portal/ui/page-heading.tsx'
import { Seal } from '#portal/ui/seal.tsx'
import { useHasScript } from '#portal/ui/use-has-script.ts'
import type { SentLead } from '../contract.ts'
import { PAYMENT_DELAY_MS, THANKS_DELAY_MS } from '../rules.ts'
import type { Route } from './+types/lead-done.page.ts'
import { useLeadsMode } from './leads-mode.ts'
import { readDraft } from './read-lead.ts'
import styles from './lead.module.css'

export async function loader({ context, request }: Route.LoaderArgs) {
  const requestId = new URL(request.url).searchParams.get('request') ?? ''
  if (!/^[A-Za-z0-9_-]{22}$/.test(requestId)) throw redirect('/hbb-lead')
  const [texts, meta, { redirectUrl }, ending] = await Promise.all([
    readContent(context, 'hbb-lead-translation'),
    readPageMeta(context, '/hbb-lead'),
    readDraft(context),
    context.get(portalApi).readLeadEnding({ requestId }),
  ])
  if (isFailure(ending)) throw redirect('/hbb-lead')
  return data({ texts, meta, redirectUrl, lead: ending.result }, { headers: { 'cache-control': 'no-store' } })
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.meta.title }, { name: 'robots', content: 'noindex' }]

type Ending = {
  title: string
  text: string
  seal: 'good' | 'wait' | 'bad'
  button: string
  href: string
  /** Null where the visitor decides. */
  delayMs: number | null
}

/** LEAD-3: the three endings, their words and where they lead. */
function endingOf({ ending, purchaseId }: SentLead, texts: ContentPackages['hbb-lead-translation'], redirectUrl: string): Ending {
  if (ending === 'payable' && purchaseId) {
    const href = `/payment/start?purchase=${purchaseId}`
    return { title: texts.successTitle, text: texts.success, seal: 'good', button: texts.goToPayment, href, delayMs: PAYMENT_DELAY_MS }
  }
  if (ending === 'not-available')
    return {
      title: texts.thanksTitle,
      text: texts.thanks,
      seal: 'wait',
      button: texts.exploreOthers,
      href: redirectUrl,
      delayMs: THANKS_DELAY_MS,
    }
  return { title: texts.wrongTitle, text: texts.wrong, seal: 'bad', button: texts.tryAgain, href: '/hbb-lead/details', delayMs: null }
}

export default function LeadDonePage({ loaderData: { texts, lead, redirectUrl } }: Route.ComponentProps) {
  const { title, text, seal, button, href, delayMs } = endingOf(lead, texts, redirectUrl)
  const hasScript = useHasScript()
  useLeadsMode(lead.ending === 'payable' ? lead.refLeadId : null)
  return (
    <>
      <PageHeading isNarrow title={texts.planTitle} />
      <PageBody isNarrow>
        <Dialog isOpen title={title} onClose={() => undefined}>
          <div className={styles.answer}>
            <Seal kind={seal} />
            <p role={seal === 'bad' ? 'alert' : 'status'}>{text}</p>
            {lead.refLeadId && (
              <div>
                <p>{texts.requestNumber}</p>
                <p className={styles.requestNumber}>{lead.refLeadId}</p>
                <p className={styles.away}>{texts.keepNumber}</p>
              </div>
            )}
            <ButtonLink isWide href={href}>
              {button}
            </ButtonLink>
            {hasScript && delayMs !== null && <Away delayMs={delayMs} href={href} words={texts.redirectIn} />}
          </div>
        </Dialog>
      </PageBody>
    </>
  )
}

/** Leads on by itself. It replaces this page, so that going back does not lead on again. */
function Away({ delayMs, href, words }: { delayMs: number; href: string; words: string }) {
  const navigate = useNavigate()
  const [deadlineMs] = useState(() => Date.now() + delayMs)
  return (
    <p className={styles.away}>
      <Countdown
        deadlineMs={deadlineMs}
        words={(seconds) => fillText(words, { seconds })}
        onEnd={() => void navigate(href, { replace: true })}
      />
    </p>
  )
}
