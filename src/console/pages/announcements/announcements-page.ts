import { mayApprove } from '#features/staff-acts/roles.ts'
import type { StepResult } from '#features/staff-acts/server/staff-step.ts'
import { isService, isTemplate, requiredLanguages, townsHere } from '#features/announcements/announcement-rules.ts'
import type { Announcement } from '#features/announcements/server/announcement.store.ts'
import { CHECKED_LANGUAGES } from '#shared/language-review.ts'
import { laterQuarter, localInstant } from '#shared/local-time.ts'
import type { StaffRole } from '#shared/staff-role.ts'
import { consolePage } from '../../console-page.ts'
import type { ActResult, ConsoleForm, ConsoleRequest } from '../../console-request.ts'
import { refusedStep } from '../words/step-answers.ts'
import type { AnnouncementsProps, Draft, InEachLanguage } from './announcements-props.ts'
import { isEndingSoon } from './ending-soon.ts'
import { announcementRefusals, announcementTexts } from './announcements-texts.ts'

const PATH = '/announcements'
const READERS: readonly StaffRole[] = ['editor', 'approver']
const PAST_SHOWN = 20
const FIRST_END_HOURS = 2

export const announcementsPage = consolePage({
  path: PATH,
  menu: 'announcements',
  mayRead: READERS,
  view: 'announcements',
  async load(request) {
    return { kind: 'page', title: announcementTexts(request.language).title, props: await readProps(request) }
  },
  acts: {
    publish: { act: 'publish-announcement', run: publish },
    propose: { act: 'publish-announcement', run: propose },
    approve: { act: 'publish-announcement', run: approve },
    reject: { act: 'publish-announcement', run: reject },
    'take-down': { act: 'take-down-announcement', run: takeDown },
  },
  // The reminder: urgent while one is about to end.
  countMenu: async ({ deps, now, staff }) => {
    const { announcements } = deps
    const [open, proposals] = await Promise.all([announcements.open(now), announcements.desk.proposals(now)])
    const ending = open.filter(({ endsAt }) => isEndingSoon(endsAt, now)).length
    const yours = proposals.filter(({ proposedBy }) => mayApprove(staff, 'publish-announcement', proposedBy.id)).length
    return ending + yours > 0 ? { count: ending + yours, isUrgent: ending > 0 } : null
  },
})

async function readProps({ deps, url, now, language }: ConsoleRequest): Promise<AnnouncementsProps> {
  const { announcements } = deps
  const draft = readDraft(url.searchParams, now)
  const titled = async (announcement: Announcement) => ({
    announcement,
    title: (await announcements.wordsOf(announcement, language)).title,
  })
  const inEach = async (said: Parameters<typeof announcements.wordsOf>[0]): Promise<InEachLanguage> =>
    Promise.all(CHECKED_LANGUAGES.map(async (each) => ({ language: each, shown: await announcements.wordsOf(said, each) })))
  const [open, latest, proposals, preview] = await Promise.all([
    announcements.open(now),
    announcements.latest(PAST_SHOWN),
    announcements.desk.proposals(now),
    inEach({ ...draft, words: null }),
  ])
  const isOpen = ({ id }: Announcement) => open.some((each) => each.id === id)
  return {
    open: await Promise.all(open.map(titled)),
    past: await Promise.all(latest.filter((each) => !isOpen(each)).map(titled)),
    proposals: await Promise.all(
      proposals.map(async (proposal) => ({
        proposal,
        words: await inEach({ ...proposal.request, endsAt: new Date(proposal.request.endsAt) }),
      })),
    ),
    draft,
    preview,
    isOwn: url.searchParams.get('words') === 'own',
    towns: townsHere(),
    now,
  }
}

/** What was chosen for the preview; nonsense in the address is a default. */
function readDraft(query: URLSearchParams, now: Date): Draft {
  const [kind, service, town] = [query.get('kind') ?? '', query.get('service') ?? '', query.get('town') ?? '']
  return {
    kind: isTemplate(kind) ? kind : 'slow',
    service: isService(service) ? service : 'all',
    town: townsHere().includes(town) ? town : null,
    endsAt: localInstant(query.get('day') ?? '', query.get('time') ?? '') ?? laterQuarter(now, FIRST_END_HOURS),
  }
}

const asking = ({ staff }: ConsoleRequest, form: ConsoleForm) => ({
  staff: { ...staff, via: 'console' as const },
  key: form.idempotencyKey,
})

const askedIn = (form: ConsoleForm) => ({
  kind: form.get('kind'),
  service: form.get('service'),
  town: form.get('town') || null,
  until: localInstant(form.get('day'), form.get('time')),
})

function answer(result: StepResult, { language }: ConsoleRequest, title: string): ActResult {
  if (result.kind === 'refused') return refusedStep(result.why, announcementRefusals(language), language)
  return { kind: 'done', to: PATH, notice: { tone: 'good', title } }
}

async function publish(request: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const result = await request.deps.announcements.desk.publish({ ...asking(request, form), ...askedIn(form) })
  return answer(result, request, announcementTexts(request.language).donePublished)
}

async function propose(request: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const words = Object.fromEntries(
    requiredLanguages().map((language) => [language, { title: form.get(`title_${language}`), text: form.get(`text_${language}`) }]),
  )
  const result = await request.deps.announcements.desk.propose({ ...asking(request, form), ...askedIn(form), words })
  return answer(result, request, announcementTexts(request.language).doneProposed)
}

async function approve(request: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const result = await request.deps.announcements.desk.approve({ ...asking(request, form), proposal: numberIn(form, 'proposal') })
  return answer(result, request, announcementTexts(request.language).donePublished)
}

async function reject(request: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const asked = { ...asking(request, form), proposal: numberIn(form, 'proposal'), note: form.get('note') }
  return answer(await request.deps.announcements.desk.reject(asked), request, announcementTexts(request.language).doneRejected)
}

async function takeDown(request: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const result = await request.deps.announcements.desk.takeDown({ ...asking(request, form), id: numberIn(form, 'announcement') })
  return answer(result, request, announcementTexts(request.language).doneTaken)
}

/** 0, which nothing has, for a form that no page of ours sends. */
function numberIn(form: ConsoleForm, name: string): number {
  const id = form.get(name)
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0
}
