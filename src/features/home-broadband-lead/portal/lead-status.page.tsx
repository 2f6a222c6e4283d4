import { requestTexts } from '#features/one-time-code/portal/code-texts.ts'
import { answerCode } from '#features/one-time-code/portal/take-code.ts'
import { readCodeTexts } from '#features/one-time-code/portal/read-code-texts.ts'
import { unsentWords, type RequestedCode } from '#features/one-time-code/portal/requested-code.ts'
import { isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { isFailure } from '#shared/failure.ts'
import { formText } from '#portal/page/form-text.ts'
import { page, type Redisplay, type PageRequest, type PostedForm } from '#portal/page/page.ts'
import { readContent } from '#portal/texts/texts.ts'
import { Card } from '#portal/ui/frame/card.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import type { TrackedLead } from '../contract.ts'
import { isLeadId, tidyLeadId } from '../lead-id.ts'
import { askCode } from './lead-code.ts'
import { STATUS_PAGE } from './lead-places.ts'
import { LeadProgress } from './lead-progress.tsx'
import { PlainCode } from './plain-code.tsx'
import { readDraft } from './read-lead.ts'
import TrackForm from './track-form.island.tsx'
import { trackTexts, type TrackProblems } from './track-texts.ts'

type Typed = { leadId: string; contactNumber: string }

type StatusAnswer = Partial<Typed> & {
  problems?: TrackProblems
  code?: RequestedCode
  /** Only for the visit that tracks the request, and only while its proof is valid (decision 0034). */
  tracked?: TrackedLead
  isNotFound?: boolean
  message?: string
}

/** LEAD-7: the visit that sent the request sees it at once; other visits verify a code first. */
export default page(STATUS_PAGE, {
  load: readStatusPage,
  action: takeQuestion,
  View({ data: { texts, codeTexts, states, linkedLead }, answer }) {
    const { leadId = linkedLead, contactNumber = '' } = answer ?? {}
    const message = unsentWords(answer?.code, codeTexts) ?? answer?.message
    return (
      <>
        <PageHeading title={texts.title} lead={texts.lead} />
        <PageBody isNarrow>
          {message && <Notification kind="bad">{message}</Notification>}
          {answer?.isNotFound && (
            <Notification kind="warn" title={texts.notFound}>
              {texts.notFoundHint}
            </Notification>
          )}
          {answer?.tracked ? (
            <LeadProgress texts={texts} states={states} tracked={answer.tracked} />
          ) : (
            <Card>
              <TrackForm
                texts={trackTexts(texts)}
                codeTexts={requestTexts(codeTexts)}
                first={{ leadId, contactNumber }}
                problems={answer?.problems ?? {}}
              />
            </Card>
          )}
        </PageBody>
        <PlainCode code={answer?.code} texts={codeTexts} hidden={{ leadId }} />
      </>
    )
  },
})

async function readStatusPage(request: PageRequest) {
  const [texts, codeTexts, config, draft] = await Promise.all([
    readContent(request, 'lead-status-translation'),
    readCodeTexts(request),
    readContent(request, 'lead-status-config'),
    readDraft(request),
  ])
  // A number from a link, or of the latest request of this visit.
  const linkedLead = tidyLeadId(request.url.searchParams.get('lead') ?? '').slice(0, 64) || (draft.leadId ?? '')
  return { texts, codeTexts, states: config.states, linkedLead }
}

async function takeQuestion(request: PageRequest, form: PostedForm): Promise<Redisplay<StatusAnswer>> {
  const typed = { leadId: tidyLeadId(formText(form, 'leadId')).slice(0, 80), contactNumber: nationalDigits(formText(form, 'msisdn')) }
  const problems = problemsOf(typed)
  if (problems.leadId || problems.contactNumber) return { redisplay: { ...typed, problems } }
  if (formText(form, 'intent') === 'track') return track(request, typed)
  const code = await answerCode(request.api, { msisdn: typed.contactNumber, purpose: 'LEAD_STATUS', form })
  return code === 'verified' ? track(request, typed) : { redisplay: { ...typed, ...(code && { code }) } }
}

async function track(request: PageRequest, typed: Typed): Promise<Redisplay<StatusAnswer>> {
  const answer = await request.api.trackProvenLead(typed)
  if (!isFailure(answer)) return { redisplay: { tracked: answer.result }, isPrivate: true }
  if (answer.code === 'code-user-unknown')
    return { redisplay: { ...typed, code: await askCode(request, { msisdn: typed.contactNumber, purpose: 'LEAD_STATUS' }) } }
  return { redisplay: { ...typed, ...(answer.code === 'not-found' ? { isNotFound: true } : { message: answer.message }) } }
}

function problemsOf({ leadId, contactNumber }: Typed): TrackProblems {
  return {
    ...(isLeadId(leadId) ? {} : { leadId: leadId === '' ? ('leadIdRequired' as const) : ('notFound' as const) }),
    ...(isMobileNumber(contactNumber)
      ? {}
      : { contactNumber: contactNumber === '' ? ('contactRequired' as const) : ('contactInvalid' as const) }),
  }
}
