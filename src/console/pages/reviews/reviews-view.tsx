import { fillText } from '#shared/fill-text.ts'
import { PAYMENT_METHODS, connectorsOf, waysToPay } from '#shared/connector-table.ts'
import { formatShort } from '#shared/money.ts'
import { REVIEW_ADVICE } from '#features/payment/server/reconciliation/review-advice.ts'
import { mayDo } from '#features/staff-acts/roles.ts'
import type { Assignee } from '../../console-deps.ts'
import { ActForm } from '../../frame/act-form.tsx'
import { useConsole } from '../../frame/console-context.ts'
import { formatAge, formatCount, formatDate, formatMinute } from '../../frame/format.ts'
import { Icon } from '../../frame/icon.tsx'
import { ButtonLink, Card, Empty, Face, Mono, PageHead } from '../../frame/pieces.tsx'
import type { Review, ReviewFilter, ReviewGroup } from '../../queries/review-list.ts'
import { ledgerTitle } from '../payment/ledger-words.ts'
import { Choice } from '../words/choice.tsx'
import { methodName, purchaseName, shownNumber, shownReference } from '../words/payment-words.ts'
import { PersonChoice } from '../words/person-choice.tsx'
import { reviewWords } from '../words/review-words.ts'
import { shownMoney } from '../words/shown-money.ts'
import { AGES_HOURS, PROMISED_HOURS, type Who } from './review-rules.ts'
import { reviewsTexts } from './reviews-texts.ts'

export type ReviewsProps = {
  groups: readonly ReviewGroup[]
  total: number
  filter: ReviewFilter
  who: Who
  assignees: ReadonlyMap<string, Assignee>
  /** Others who can be given a payment. */
  people: readonly Assignee[]
  emptySince: Date | null
  now: Date
}

const WHO: readonly Who[] = ['all', 'mine', 'free']
const COLUMNS = 8

export function ReviewsView(props: ReviewsProps) {
  const { language, address, staff } = useConsole()
  const texts = reviewsTexts(language)
  const { groups, total, filter, who, emptySince } = props
  const query = new URL(address, 'http://console.invalid').search
  const isFiltered = filter.reason !== null || filter.method !== null || filter.olderThanHours !== null || who !== 'all'
  return (
    <>
      <PageHead title={texts.title} lead={fillText(texts.lead, { count: formatCount(total, language), days: PROMISED_HOURS / 24 })}>
        <nav className="choice" aria-label={texts.who}>
          {WHO.map((each) => (
            <a key={each} href={addressOf(filter, each)} aria-current={each === who ? 'true' : undefined}>
              {texts[each]}
            </a>
          ))}
        </nav>
      </PageHead>
      <Filters filter={filter} who={who} />
      {groups.length === 0 ? (
        <Card>
          <Empty icon="check" title={isFiltered ? texts.emptyFilter : texts.emptyTitle}>
            {!isFiltered && (
              <p>
                {emptySince
                  ? fillText(texts.emptyText, { time: `${formatDate(emptySince, language)} ${formatMinute(emptySince, language)}` })
                  : texts.emptyNever}
              </p>
            )}
          </Empty>
        </Card>
      ) : (
        <ActForm to={`/reviews/assign${query}`}>
          <section className="card">
            <div className="scroll">
              <table className="reviews">
                <caption className="spoken">{texts.title}</caption>
                <Heading />
                {groups.map((group) => (
                  <Group key={group.reason} group={group} {...props} />
                ))}
              </table>
            </div>
            {mayDo(staff, 'assign') ? <Bulk query={query} people={props.people} /> : <footer>{texts.bulkRole}</footer>}
          </section>
        </ActForm>
      )}
    </>
  )
}

function Heading() {
  const { language } = useConsole()
  const texts = reviewsTexts(language)
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="spoken">{texts.bulk}</span>
        </th>
        <th scope="col">{texts.age}</th>
        <th scope="col">{texts.reference}</th>
        <th scope="col">{texts.purchase}</th>
        <th scope="col" className="from-middle">
          {texts.method}
        </th>
        <th scope="col" className="figure">
          {texts.amount}
        </th>
        <th scope="col" className="from-wide">
          {texts.last}
        </th>
        <th scope="col">{texts.assigned}</th>
      </tr>
    </thead>
  )
}

function Group({ group, assignees, now }: { group: ReviewGroup } & ReviewsProps) {
  const { language } = useConsole()
  const texts = reviewsTexts(language)
  const { title, advice } = reviewWords(group.reason, language)
  return (
    <tbody>
      <tr className="group">
        <th scope="rowgroup" colSpan={COLUMNS}>
          <p className="row wrap">
            <b>{title}</b> <Mono>{group.reason}</Mono>
            <span className="pill quiet">{formatCount(group.total, language)}</span>
            <span className="n">{shownMoney(group.money, language)}</span>
            {group.reviews.length < group.total && (
              <span>{fillText(texts.moreOfGroup, { shown: group.reviews.length, total: formatCount(group.total, language) })}</span>
            )}
          </p>
          <p className="advice">{advice}</p>
        </th>
      </tr>
      {group.reviews.map((review) => (
        <ReviewRow key={review.reference} review={review} assignee={assignees.get(review.orderId) ?? null} now={now} />
      ))}
    </tbody>
  )
}

function ReviewRow({ review, assignee, now }: { review: Review; assignee: Assignee | null; now: Date }) {
  const { language } = useConsole()
  const texts = reviewsTexts(language)
  const { reference, last } = review
  const href = `/payments/${reference}`
  return (
    <tr data-href={href}>
      <td>
        <input
          type="checkbox"
          name="chosen"
          value={reference}
          aria-label={fillText(texts.chosen, { reference: shownReference(reference) })}
        />
      </td>
      <td>
        <Age since={review.since} now={now} />
      </td>
      <td>
        <a className="mono" href={href} data-copy={reference}>
          {shownReference(reference)}
        </a>
      </td>
      <td>
        {purchaseName(review.queryData, language)} <span className="n text-quiet">· {shownNumber(review.line, language)}</span>
      </td>
      <td className="from-middle">{methodName(review.connector, language)}</td>
      <td className="figure">
        <b>{formatShort(review.amount, language)}</b>
      </td>
      <td className="from-wide text-quiet">
        {last &&
          `${formatMinute(last.at, language)} ${ledgerTitle({ kind: last.kind, to: last.toState, amount: null }, review.connector, language)}`}
      </td>
      <td>
        <span className="row">
          {assignee ? <Face name={assignee.name} isSmall /> : null}
          <span className={assignee ? undefined : 'text-quiet'}>{assignee?.name ?? texts.nobody}</span>
          <span className="end">
            <ButtonLink href={href} isSmall>
              {texts.open}
            </ButtonLink>
          </span>
        </span>
      </td>
    </tr>
  )
}

/** The bar is the share of the three days in which a person decides. */
function Age({ since, now }: { since: Date; now: Date }) {
  const { language } = useConsole()
  const age = now.getTime() - since.getTime()
  const share = Math.min(100, Math.max(0, Math.round((age / (PROMISED_HOURS * 3_600_000)) * 100)))
  const tone = share >= 66 ? 'bad' : share >= 33 ? 'warn' : 'primary'
  return (
    <span className="row">
      <svg
        className={`bar fill-${tone}`}
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        role="img"
        aria-label={fillText(reviewsTexts(language).share, { percent: share })}
      >
        <rect width="100" height="10" className="bar-ground" />
        <rect width={Math.max(4, share)} height="10" />
      </svg>
      <b className={`n text-${tone}`}>{formatAge(age, language)}</b>
    </span>
  )
}

/** In bulk only what is always safe; everything else is decided one by one. */
function Bulk({ query, people }: { query: string; people: readonly Assignee[] }) {
  const { language, staff } = useConsole()
  const texts = reviewsTexts(language)
  return (
    <footer className="bulk" role="group" aria-label={texts.bulk}>
      {mayDo(staff, 'ask-again') && (
        <button type="submit" className="button" formAction={`/reviews/ask${query}`} data-hotkey="r">
          <Icon name="again" />
          {texts.askChosen}
        </button>
      )}
      <button type="submit" className="button" name="to" value={staff.id} data-hotkey="a">
        <Icon name="person" />
        {texts.takeChosen}
      </button>
      <button type="submit" className="button" name="to" value="">
        {texts.freeChosen}
      </button>
      {people.length > 0 && (
        <span className="row">
          <PersonChoice people={people} label={texts.giveTo} name="person" />
          <button type="submit" className="button" name="to" value="other">
            {texts.giveChosen}
          </button>
        </span>
      )}
      <span className="row end">
        <Icon name="lock" isSmall />
        {texts.bulkNote}
      </span>
    </footer>
  )
}

function addressOf({ reason, method, olderThanHours }: ReviewFilter, who: Who): string {
  const query = new URLSearchParams()
  if (reason !== null) query.set('reason', reason)
  if (method !== null) query.set('method', method)
  if (olderThanHours !== null) query.set('older', String(olderThanHours))
  if (who !== 'all') query.set('who', who)
  return `/reviews${query.size > 0 ? `?${query}` : ''}`
}

function Filters({ filter, who }: { filter: ReviewFilter; who: Who }) {
  const { language } = useConsole()
  const texts = reviewsTexts(language)
  const reasons = Object.keys(REVIEW_ADVICE).map((value) => ({ value, label: reviewWords(value, language).title }))
  const methods = waysToPay().map((value) => ({
    value,
    label: methodName(connectorsOf(value)[0] ?? null, language) || PAYMENT_METHODS[value].paymentOpt,
  }))
  const ages = AGES_HOURS.map((hours) => ({
    value: String(hours),
    label: fillText(texts.older, { age: formatAge(hours * 3_600_000, language) }),
  }))
  return (
    <form className="filters alone" action="/reviews">
      {who !== 'all' && <input type="hidden" name="who" value={who} />}
      <Choice name="reason" label={texts.reason} none={texts.anyReason} value={filter.reason} options={reasons} />
      <Choice name="method" label={texts.method} none={texts.anyMethod} value={filter.method} options={methods} />
      <Choice
        name="older"
        label={texts.age}
        none={texts.anyAge}
        value={filter.olderThanHours === null ? null : String(filter.olderThanHours)}
        options={ages}
      />
      <button type="submit" className="button">
        {texts.filter}
      </button>
      <a className="button plain" href="/reviews">
        {texts.clear}
      </a>
    </form>
  )
}
