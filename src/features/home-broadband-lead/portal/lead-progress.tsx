import { formatLongMoment } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import { unbroken } from '#shared/unbroken.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { ButtonLink } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { Timeline } from '#portal/ui/lists/timeline.tsx'
import type { TrackedLead } from '../contract.ts'
import { leadSteps } from '../rules.ts'
import { STATUS_PAGE } from './lead-places.ts'
import layout from './lead-layout.module.css'
import styles from './lead.module.css'

type LeadProgressProps = {
  texts: ContentPackages['lead-status-translation']
  states: ContentPackages['lead-status-config']['states']
  tracked: TrackedLead
}

/** LEAD-7: the state of a request, as text. */
export function LeadProgress({ texts, states, tracked }: LeadProgressProps) {
  const language = useLanguage()
  const date = formatLongMoment(tracked.since, language)
  const payment = { paid: { label: texts.paid, explanation: texts.paidText }, 'to-pay': { label: texts.toPay, explanation: '' } }
  const wordsOf = (state: ReturnType<typeof leadSteps>[number]['state']) =>
    state === 'paid' || state === 'to-pay'
      ? payment[state]
      : (states.find((each) => each.state === state) ?? { label: state, explanation: '' })
  return (
    <div className={layout.stack}>
      <Card>
        <h2>{fillText(texts.request, { leadId: tracked.leadId })}</h2>
        <p role="status">
          <strong>{wordsOf(tracked.state).label}</strong>. {wordsOf(tracked.state).explanation}
        </p>
        <p className={styles.away}>
          {fillText(texts.forNumber, { number: unbroken(tracked.contactNumber) })} · {fillText(texts.since, { date })}
        </p>
        <Timeline
          steps={leadSteps(tracked.state, tracked.isPaid).map(({ state, mark }) => ({
            label: wordsOf(state).label,
            detail: mark === 'todo' ? undefined : wordsOf(state).explanation,
            state: mark,
          }))}
          stateWords={{ done: texts.stateDone, now: texts.stateNow, todo: texts.stateTodo, failed: texts.stateFailed }}
        />
        <p className={layout.note}>{texts.support}</p>
      </Card>
      <ButtonLink look="quiet" href={STATUS_PAGE}>
        {texts.another}
      </ButtonLink>
    </div>
  )
}
