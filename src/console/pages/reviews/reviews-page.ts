import { fillText } from '#shared/fill-text.ts'
import { REVIEW_ADVICE } from '#features/payment/server/reconciliation/review-advice.ts'
import type { DeskRefusal } from '#features/staff-acts/desk-ports.ts'
import { stateMark } from '#features/staff-acts/payment-acts.ts'
import { consolePage } from '../../console-page.ts'
import { PAYMENT_READERS } from '../../readers.ts'
import type { ActResult, ConsoleForm, ConsoleRequest } from '../../console-request.ts'
import { connectorsIn } from '../../queries/payment-filter.ts'
import { countReviews, lastReviewClosed, listReviews, type ReviewFilter } from '../../queries/review-list.ts'
import { counted } from '../words/counted.ts'
import { refusalTexts } from '../words/refusal-texts.ts'
import { AGES_HOURS, MAX_AT_ONCE, PROMISED_HOURS, type Who } from './review-rules.ts'
import { reviewsTexts } from './reviews-texts.ts'

export const reviewsPage = consolePage({
  path: '/reviews',
  menu: 'reviews',
  mayRead: PAYMENT_READERS,
  view: 'reviews',
  async load({ deps, url, now, staff, language }) {
    const filter = readReviewFilter(url.searchParams)
    const who = readWho(url.searchParams)
    const [all, total, emptySince] = await Promise.all([
      listReviews(deps.db, filter, now),
      countReviews(deps.db),
      lastReviewClosed(deps.db),
    ])
    const people = (await deps.staff.people()).filter(({ id }) => id !== staff.id)
    const assignees = await deps.staff.assignees(all.flatMap(({ reviews }) => reviews.map(({ orderId }) => orderId)))
    const isShown = (orderId: string) => {
      const assignee = assignees.get(orderId)
      return who === 'all' || (who === 'mine' ? assignee?.id === staff.id : assignee === undefined)
    }
    const groups = all.flatMap((group) => {
      const reviews = group.reviews.filter(({ orderId }) => isShown(orderId))
      return reviews.length > 0 ? [{ ...group, reviews }] : []
    })
    return { kind: 'page', title: reviewsTexts(language).title, props: { groups, total, filter, who, assignees, people, emptySince, now } }
  },
  acts: {
    ask: { act: 'ask-again', run: askChosen },
    assign: { act: 'assign', run: assignChosen },
  },
  countMenu: async ({ deps, now }) => {
    const [count, late] = await Promise.all([
      countReviews(deps.db),
      countReviews(deps.db, new Date(now.getTime() - PROMISED_HOURS * 3_600_000)),
    ])
    return { count, isUrgent: late > 0 }
  },
})

function readWho(query: URLSearchParams): Who {
  const who = query.get('who')
  return who === 'mine' || who === 'free' ? who : 'all'
}

function readReviewFilter(query: URLSearchParams): ReviewFilter {
  const [reason, method, hours] = [query.get('reason'), query.get('method'), Number(query.get('older'))]
  return {
    reason: reason !== null && Object.hasOwn(REVIEW_ADVICE, reason) ? reason : null,
    method: method !== null && connectorsIn(method).length > 0 ? method : null,
    olderThanHours: AGES_HOURS.find((age) => age === hours) ?? null,
    references: null,
  }
}

/** In bulk only what is always safe. Each payment is asked on its own: one that refuses stops no other. */
async function askChosen(request: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const { language } = request
  const texts = reviewsTexts(language)
  const references = chosenIn(form)
  if (references.length === 0) return nothingChosen(language)
  const refused: DeskRefusal[] = []
  for (const reference of references) {
    const why = await askOne(request, { reference, key: `${form.idempotencyKey}.${reference}` })
    if (why) refused.push(why)
  }
  const done = references.length - refused.length
  const why = [...new Set(refused)].map((each) => refusalTexts(language)[each]).join(' ')
  if (done === 0) return { kind: 'refused', status: 409, notice: { tone: 'warn', title: texts.noneAsked, text: why } }
  const title = refused.length === 0 ? fillText(texts.asked, { done }) : fillText(texts.askedSome, { done, refused: refused.length, why })
  return { kind: 'done', to: backTo(request), notice: { tone: refused.length === 0 ? 'good' : 'warn', title } }
}

/** On the payment as it is now: a question is right whatever changed since the list was read. */
async function askOne(
  { deps, staff }: ConsoleRequest,
  { reference, key }: { reference: string; key: string },
): Promise<DeskRefusal | null> {
  const row = await deps.db.selectFrom('pay_order').select('id').where('reference', '=', reference).executeTakeFirst()
  const kept = row && (await deps.payments.store.readWithExtras(row.id))
  if (!kept) return 'not-found'
  const asked = {
    staff: { ...staff, via: 'console' as const },
    key,
    reference,
    request: { act: 'ask-again' } as const,
    seen: stateMark(kept.state),
  }
  const result = await deps.staff.desk.perform(asked)
  return result.kind === 'refused' ? result.why : null
}

async function assignChosen(request: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const { deps, staff, language } = request
  const texts = reviewsTexts(language)
  const references = chosenIn(form)
  if (references.length === 0) return nothingChosen(language)
  const wanted = form.get('to')
  const to = wanted === 'other' ? form.get('person') : wanted || null
  if (to === '') return nothingChosen(language, texts.nobodyChosen)
  const result = await deps.staff.assign({ staff, key: form.idempotencyKey, references, to })
  if (result.kind === 'refused')
    return { kind: 'refused', status: 409, notice: { tone: 'bad', title: texts.none, text: refusalTexts(language)[result.why] } }
  const said = to === null ? texts.freed : to === staff.id ? texts.taken : texts.given
  const title = counted(said, references.length, language)
  return { kind: 'done', to: backTo(request), notice: { tone: 'good', title } }
}

function chosenIn(form: ConsoleForm): string[] {
  return [...new Set(form.all('chosen'))].slice(0, MAX_AT_ONCE)
}

function nothingChosen(language: ConsoleRequest['language'], text = reviewsTexts(language).noneText): ActResult {
  return { kind: 'refused', status: 422, notice: { tone: 'bad', title: reviewsTexts(language).none, text } }
}

function backTo({ url }: ConsoleRequest): string {
  return `/reviews${url.search}`
}
