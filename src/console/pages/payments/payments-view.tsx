import type { ConsoleLanguage } from '../../console-language.ts'
import { calendarDay, formatLongDay } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import { maskMobileNumber } from '#shared/mobile-number.ts'
import { ActForm } from '../../frame/act-form.tsx'
import { useConsole } from '../../frame/console-context.ts'
import { formatCount } from '../../frame/format.ts'
import { Icon } from '../../frame/icon.tsx'
import { ButtonLink, Card, DisabledAction, Empty, Mono, Note, PageHead, SubmitButton } from '../../frame/pieces.tsx'
import type { MoneySum } from '../../queries/money-sums.ts'
import { filterQuery, type PaymentFilter, type Standing } from '../../queries/payment-filter.ts'
import type { ListedPayment, PaymentPage, StandingCounts } from '../../queries/payment-list.ts'
import { counted } from '../words/counted.ts'
import { shownReference } from '../words/payment-words.ts'
import { shownMoney } from '../words/shown-money.ts'
import { addressOf } from './payment-address.ts'
import { PaymentFilters } from './payment-filters.tsx'
import { PaymentTable } from './payment-table.tsx'
import { paymentsTexts } from './payments-texts.ts'

export type ListProps = {
  kind: 'list'
  filter: PaymentFilter
  page: PaymentPage
  counts: StandingCounts
  /** Of the whole period, whatever tab is open. */
  sums: readonly MoneySum[]
  now: Date
  mayExport: boolean
  mayProposeNumbers: boolean
}

export type FoundProps = {
  kind: 'found'
  payments: readonly ListedPayment[]
  near: string | null
  what: { number: string } | { typed: string }
  digits: string
  now: Date
}

export function PaymentsView(props: ListProps | FoundProps) {
  return props.kind === 'list' ? <PaymentList {...props} /> : <PaymentsFound {...props} />
}

const TABS: readonly (Standing | null)[] = [
  null,
  'delivered',
  'open',
  'delivering',
  'review',
  'coming-back',
  'given-back',
  'not-paid',
  'kept',
]

function PaymentList({ filter, page, counts, sums, now, mayExport, mayProposeNumbers }: ListProps) {
  const { language } = useConsole()
  const texts = paymentsTexts(language)
  const total = filter.standing === null ? counts.all : counts[filter.standing]
  return (
    <>
      <PageHead title={texts.title} lead={leadOf({ filter, counts, sums, now }, language)}>
        {mayExport ? (
          <ActForm to="/payments/export">
            <input type="hidden" name="filter" value={filterQuery(filter).toString()} />
            <SubmitButton icon="download" hotkey="e">
              {texts.export}
            </SubmitButton>
          </ActForm>
        ) : (
          <DisabledAction icon="download" why={texts.exportRole}>
            {texts.export}
          </DisabledAction>
        )}
      </PageHead>
      <Card>
        <nav className="tabs" aria-label={texts.tabs}>
          {TABS.filter((standing) => standing !== 'kept' || counts.kept > 0).map((standing) => (
            <a key={standing} href={addressOf({ ...filter, standing })} aria-current={filter.standing === standing ? 'page' : undefined}>
              {texts[standing ?? 'all']} <small>{formatCount(counts[standing ?? 'all'], language)}</small>
            </a>
          ))}
        </nav>
        <PaymentFilters filter={filter} now={now} />
        {page.payments.length === 0 ? (
          <Empty icon="card" title={texts.noneTitle}>
            <p>{texts.noneText}</p>
          </Empty>
        ) : (
          <PaymentTable payments={page.payments} now={now} hasDays={filter.from !== filter.until} />
        )}
        <footer>
          <Keys />
          <Pager filter={filter} page={page} total={total} />
        </footer>
      </Card>
      <p className="after-card">
        {fillText(texts.exportNote, { count: formatCount(total, language) })}{' '}
        {mayProposeNumbers && <a href={`/payments/full-export?${filterQuery(filter)}`}>{texts.exportFull}</a>}
      </p>
    </>
  )
}

function Keys() {
  const { language } = useConsole()
  const texts = paymentsTexts(language)
  const hints: readonly (readonly [string, string])[] = [
    ['/', texts.keySearch],
    ['J K', texts.keyRows],
    ['↵', texts.keyOpen],
    ['C', texts.keyCopy],
    ['E', texts.keyExport],
  ]
  return (
    <span className="hints from-middle" aria-hidden="true">
      {hints.map(([key, words]) => (
        <span key={key}>
          {key.split(' ').map((each) => (
            <kbd key={each}>{each}</kbd>
          ))}
          {words}
        </span>
      ))}
    </span>
  )
}

function Pager({ filter, page, total }: Pick<ListProps, 'filter' | 'page'> & { total: number }) {
  const { language } = useConsole()
  const texts = paymentsTexts(language)
  const link = (direction: 'newer' | 'older') => {
    const from = page[direction]
    const icon = <Icon name={direction === 'newer' ? 'left' : 'right'} />
    return from === null ? (
      <span className="button" aria-disabled="true">
        {icon}
        <span className="spoken">{texts[direction]}</span>
      </span>
    ) : (
      <a className="button" rel={direction === 'newer' ? 'prev' : 'next'} href={addressOf(filter, { [direction]: from })}>
        {icon}
        <span className="spoken">{texts[direction]}</span>
      </a>
    )
  }
  return (
    <nav className="row" aria-label={texts.pages}>
      <span className="n">
        {fillText(texts.shown, { count: formatCount(page.payments.length, language), total: formatCount(total, language) })}
      </span>
      {link('newer')}
      {link('older')}
    </nav>
  )
}

function leadOf({ filter, counts, sums, now }: Pick<ListProps, 'filter' | 'counts' | 'sums' | 'now'>, language: ConsoleLanguage): string {
  const texts = paymentsTexts(language)
  const { from, until } = filter
  const day = (date: string) => formatLongDay(date, language)
  const oneDay = from === calendarDay(now) ? texts.today : fillText(texts.onDay, { day: day(from) })
  const when = from === until ? oneDay : fillText(texts.fromTo, { from: day(from), until: day(until) })
  const taken = sums.map(({ currency, parts }) => ({ currency, ...parts.taken }))
  return fillText(texts.lead, {
    asked: formatCount(counts.all, language),
    when,
    paid: formatCount(
      taken.reduce((sum, { payments }) => sum + payments, 0),
      language,
    ),
    money: shownMoney(taken, language),
  })
}

function PaymentsFound({ payments, near, what, digits, now }: FoundProps) {
  const { language } = useConsole()
  const texts = paymentsTexts(language)
  const named = 'number' in what ? fillText(texts.foundNumber, { number: maskMobileNumber(what.number) }) : what.typed
  const isFound = payments.length > 0
  return (
    <>
      <PageHead title={texts.title} {...(isFound && { lead: counted(texts.found, payments.length, language, { what: named }) })}>
        <ButtonLink href="/payments" icon="left">
          {texts.back}
        </ButtonLink>
      </PageHead>
      {near !== null && (
        <Note
          tone="primary"
          icon="search"
          title={texts.near}
          action={
            <ButtonLink href={`/payments/${near}`} kind="main">
              {shownReference(near)}
            </ButtonLink>
          }
        >
          <Mono>{shownReference(near)}</Mono>
        </Note>
      )}
      <Card>
        {isFound ? (
          <PaymentTable payments={payments} now={now} hasDays />
        ) : (
          <Empty icon="search" title={fillText(texts.notFoundTitle, { what: named })}>
            <p>{fillText(texts.notFoundText, { digits })}</p>
          </Empty>
        )}
      </Card>
    </>
  )
}
