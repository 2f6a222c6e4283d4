import { data, Form, useNavigation, useSearchParams, useSubmit } from 'react-router'
import { COUNTRY } from '#shared/country-profiles.ts'
import { type ReplyOf } from '#shared/endpoint.ts'
import { fillText } from '#shared/fill-text.ts'
import { LOCALES } from '#shared/language.ts'
import { formatMobileNumber, isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { isFailure, type Failure } from '#shared/reply.ts'
import type { ContentPackages } from '#portal/content-packages.ts'
import { formText } from '#portal/form-text.ts'
import { useLanguage } from '#portal/frame-context.ts'
import { portalApi } from '#portal/page-context.ts'
import { metaTags, readContent, readPageMeta } from '#portal/texts.ts'
import { Button, ButtonLink } from '#portal/ui/button.tsx'
import { Card } from '#portal/ui/card.tsx'
import { Field } from '#portal/ui/field.tsx'
import { MobileNumberField } from '#portal/ui/mobile-number-field.tsx'
import { Notification } from '#portal/ui/notification.tsx'
import { PageBody } from '#portal/ui/page-body.tsx'
import { PageHeading } from '#portal/ui/page-heading.tsx'
import { Timeline } from '#portal/ui/timeline.tsx'
import type { trackLead } from '../contract.ts'
import { isLeadId, tidyLeadId } from '../lead-id.ts'
import { leadSteps } from '../rules.ts'
import type { Route } from './+types/lead-status.page.ts'
import { CodeStep } from './code-step.tsx'
import type { LeadCode } from './lead-answer.ts'
import { actOnCodeForm, askCode } from './lead-code.ts'
import type { Context } from './read-lead.ts'
import styles from './lead.module.css'

const PAGE = '/hbb-lead-status'

export async function loader({ context }: Route.LoaderArgs) {
  const [texts, config, meta] = await Promise.all([
    readContent(context, 'lead-status-translation'),
    readContent(context, 'lead-status-config'),
    readPageMeta(context, PAGE),
  ])
  return { texts, states: config.states, meta }
}

type Typed = { leadId: string; contactNumber: string }
type Tracked = ReplyOf<typeof trackLead>['result']
type Answer = Typed & {
  problems: { leadId?: 'leadIdRequired' | 'notFound'; contactNumber?: 'contactRequired' | 'contactInvalid' }
  code: LeadCode | null
  tracked: Tracked | null
  isNotFound: boolean
  message: string | null
}

const NOTHING = { problems: {}, code: null, tracked: null, isNotFound: false, message: null }

/** LEAD-7: the visit that sent the request sees it at once; anybody else answers a code first. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const typed = { leadId: tidyLeadId(formText(form, 'leadId')), contactNumber: nationalDigits(formText(form, 'msisdn')) }
  const problems = problemsOf(typed)
  if (problems.leadId || problems.contactNumber) return data<Answer>({ ...NOTHING, ...typed, problems }, { status: 422 })
  const intent = formText(form, 'intent')
  if (intent === 'proved') return answerTracked(typed, await track(context, typed, formText(form, 'proof')))
  if (intent === 'track') return begin(context, typed)
  const acted = await actOnCodeForm(context, form, { msisdn: typed.contactNumber, purpose: 'LEAD_STATUS' })
  return 'proof' in acted
    ? answerTracked(typed, await track(context, typed, acted.proof))
    : data<Answer>({ ...NOTHING, ...typed, code: acted.code })
}

async function begin(context: Context, typed: Typed) {
  const known = await track(context, typed)
  if (!isFailure(known) || known.code !== 'code-user-unknown') return answerTracked(typed, known)
  const code = await askCode(context, { msisdn: typed.contactNumber, purpose: 'LEAD_STATUS' })
  return data<Answer>({ ...NOTHING, ...typed, code }, code.refusal ? { status: 422 } : undefined)
}

function track(context: Context, typed: Typed, uniqueCode?: string) {
  return context.get(portalApi).trackLead({ ...typed, ...(uniqueCode ? { uniqueCode } : {}) })
}

function answerTracked(typed: Typed, answer: ReplyOf<typeof trackLead> | Failure) {
  if (!isFailure(answer)) return data<Answer>({ ...NOTHING, ...typed, tracked: answer.result })
  const isNotFound = answer.code === 'not-found'
  return data<Answer>({ ...NOTHING, ...typed, isNotFound, message: isNotFound ? null : answer.message }, { status: 422 })
}

function problemsOf({ leadId, contactNumber }: Typed): Answer['problems'] {
  return {
    ...(isLeadId(leadId) ? {} : { leadId: leadId === '' ? ('leadIdRequired' as const) : ('notFound' as const) }),
    ...(isMobileNumber(contactNumber)
      ? {}
      : { contactNumber: contactNumber === '' ? ('contactRequired' as const) : ('contactInvalid' as const) }),
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaTags(loaderData?.meta)

type Texts = ContentPackages['lead-status-translation']

export default function LeadStatusPage({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, states } = loaderData
  const answered = actionData
  const submit = useSubmit()
  return (
    <>
      <PageHeading isNarrow title={texts.title} lead={texts.lead} />
      <PageBody isNarrow>
        {answered?.message && <Notification kind="bad">{answered.message}</Notification>}
        {answered?.isNotFound && (
          <Notification kind="warn" title={texts.notFound}>
            {texts.notFoundHint}
          </Notification>
        )}
        {answered?.tracked ? (
          <Progress texts={texts} states={states} tracked={answered.tracked} />
        ) : (
          <TrackForm texts={texts} answered={answered} />
        )}
      </PageBody>
      <CodeStep
        code={answered?.code ?? null}
        purpose="LEAD_STATUS"
        hidden={{ leadId: answered?.leadId ?? '' }}
        onVerified={(proof) =>
          void submit(
            { intent: 'proved', proof, leadId: answered?.leadId ?? '', msisdn: answered?.contactNumber ?? '' },
            { method: 'post' },
          )
        }
      />
    </>
  )
}

function TrackForm({ texts, answered }: { texts: Texts; answered: Answer | undefined }) {
  const [search] = useSearchParams()
  const isBusy = useNavigation().state !== 'idle'
  const problems = answered?.problems ?? {}
  return (
    <Card>
      <Form method="post" action={PAGE} noValidate>
        <Field
          label={texts.leadId}
          name="leadId"
          hint={texts.leadIdHint}
          problem={problems.leadId && texts[problems.leadId]}
          input={{
            defaultValue: answered?.leadId ?? tidyLeadId(search.get('lead') ?? '').slice(0, 64),
            autoComplete: 'off',
            autoCapitalize: 'characters',
            spellCheck: false,
            maxLength: 80,
          }}
        />
        <MobileNumberField
          label={texts.contactNumber}
          hint={texts.contactNumberHint}
          defaultValue={formatMobileNumber(answered?.contactNumber ?? '')}
          problem={problems.contactNumber && texts[problems.contactNumber]}
        />
        <Button isWide name="intent" value="track" disabled={isBusy}>
          {texts.track}
        </Button>
      </Form>
    </Card>
  )
}

type ProgressProps = { texts: Texts; states: ContentPackages['lead-status-config']['states']; tracked: Tracked }

function Progress({ texts, states, tracked }: ProgressProps) {
  const language = useLanguage()
  const date = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeStyle: 'short', timeZone: COUNTRY.timeZone }).format(
    new Date(tracked.since),
  )
  const wordsOf = (state: string) => states.find((each) => each.state === state) ?? { label: state, explanation: '' }
  return (
    <div className={styles.stack}>
      <Card>
        <h2>{fillText(texts.request, { leadId: tracked.leadId })}</h2>
        <p role="status">
          <strong>{wordsOf(tracked.state).label}</strong>. {wordsOf(tracked.state).explanation}
        </p>
        <p className={styles.away}>
          {fillText(texts.forNumber, { number: tracked.contactNumber.replace(/ /g, '\u00a0') })} · {fillText(texts.since, { date })}
        </p>
        <Timeline
          steps={leadSteps(tracked.state).map(({ state, mark }) => ({
            label: wordsOf(state).label,
            detail: mark === 'todo' ? undefined : wordsOf(state).explanation,
            state: mark,
          }))}
          stateWords={{ done: texts.stateDone, now: texts.stateNow, todo: texts.stateTodo, failed: texts.stateFailed }}
        />
        <p className={styles.note}>{texts.support}</p>
      </Card>
      <ButtonLink look="quiet" href={PAGE}>
        {texts.another}
      </ButtonLink>
    </div>
  )
}
