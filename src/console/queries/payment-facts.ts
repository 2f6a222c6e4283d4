import { sql, type RawBuilder } from 'kysely'
import { MONEY } from '#shared/operator.ts'
import { scaleOf } from '#shared/money.ts'
import { connectorsIn, periodOf, type MoneyPart, type PaymentFilter, type Standing } from './payment-filter.ts'

/** Fragments of SQL about one order `o`: every list and every figure of the console is made of these, so that they agree. */

const SETTLED = sql`('PAID', 'REFUNDING', 'REFUNDED')`
const OPEN = sql`('CREATED', 'UNKNOWN', 'WAITING')`
const UNDELIVERED = sql`('NONE', 'QUEUED', 'SENDING', 'TRACKING')`

/** `a`: what the attempts of the order say together, and `m`: the one that pays it, else the last. */
const ATTEMPTS = sql`
  cross join lateral (
    select count(*) as attempts,
      bool_or(state = 'REFUNDING') as is_returning, bool_or(state = 'PAID') as is_paid, bool_or(state = 'REFUNDED') as is_returned,
      bool_or(is_winner and state <> 'PAID') as is_winner_returned,
      bool_or(state in ${OPEN} or doubt_why is not null) as is_open
    from pay_attempt where order_id = o.id
  ) a
  left join lateral (
    select * from pay_attempt where order_id = o.id order by is_winner desc, position desc limit 1
  ) m on true`

/** One word for each order: the first that is true. */
const STANDING: RawBuilder<Standing> = sql<Standing>`case
  when o.review is not null then 'review'
  when o.fulfilment = 'DONE' and not a.is_winner_returned then 'delivered'
  when a.is_returning then 'coming-back'
  when m.is_winner and m.state = 'PAID' and o.fulfilment in ('QUEUED', 'SENDING', 'TRACKING') then 'delivering'
  when a.is_paid then 'kept'
  when a.is_open then 'open'
  when a.is_returned then 'given-back'
  else 'not-paid' end`

/** Refunds of what was delivered all the same, on purpose: the money is the payer's again, and nothing is missing. */
const MEANT_REFUNDS = sql`('reversed', 'goodwill')`

/**
 * CON-9: the money of one order by currency. `taken` comes from the attempts; the parts come from the delivery and the refunds, so that a
 * delivery that no one paid, a refund that exists twice or not at all, shows as a gap.
 */
const MONEY_OF_ORDER = sql`
  select currency,
    coalesce(sum(taken), 0)::bigint as taken, coalesce(sum(delivered), 0)::bigint as delivered,
    coalesce(sum(given_back), 0)::bigint as given_back, coalesce(sum(coming_back), 0)::bigint as coming_back,
    coalesce(sum(delivering), 0)::bigint as delivering, coalesce(sum(in_doubt), 0)::bigint as in_doubt,
    coalesce(sum(outside), 0)::bigint as outside
  from (
    select p.currency,
      p.paid as taken,
      case when o.fulfilment <> 'DONE' or (r.cause in ${MEANT_REFUNDS}) then 0
        when p.is_winner then p.asked
        when p.state = 'PAID' and not p.has_winner then p.paid else 0 end as delivered,
      case when p.state = 'REFUNDED' then case when r.id is null then p.paid when r.state = 'DONE' then r.amount_minor else 0 end
        else 0 end + case when p.is_winner and p.is_excess_returned and (p.state = 'PAID' or r.amount_minor = p.asked) then p.paid - p.asked
        else 0 end as given_back,
      case when p.state = 'REFUNDING' and r.state <> 'DONE' then r.amount_minor else 0 end as coming_back,
      case when p.is_winner and p.state = 'PAID' and o.fulfilment in ${UNDELIVERED} and not p.is_doubtful then p.asked else 0 end as delivering,
      case when p.state <> 'PAID' then 0
        when not p.is_winner then case when o.fulfilment = 'DONE' and not p.has_winner then 0 else p.paid end
        else case when o.fulfilment = 'REFUSED' or (o.fulfilment <> 'DONE' and p.is_doubtful) then p.asked else 0 end
          + case when p.is_excess_returned then 0 else p.paid - p.asked end end as in_doubt,
      0::bigint as outside
    from (
      select each.id, each.state, each.is_winner, each.is_excess_returned,
        coalesce(each.paid_currency, each.asked_currency, o.currency) as currency,
        coalesce(each.paid_minor, each.asked_minor, o.amount_minor) as paid,
        coalesce(each.asked_minor, o.amount_minor) as asked,
        exists (select from pay_attempt w where w.order_id = o.id and w.is_winner) as has_winner,
        o.review is not null and o.review <> 'overpaid' as is_doubtful
      from pay_attempt each where each.order_id = o.id and each.state in ${SETTLED}
    ) p left join pay_refund r on r.attempt_id = p.id
    union all
    select o.currency, 0, o.amount_minor, 0, 0, 0, 0, 0
    where o.fulfilment = 'DONE' and not exists (select from pay_attempt w where w.order_id = o.id and w.state in ${SETTLED})
    union all
    select coalesce(each.asked_currency, o.currency), 0, 0, 0, 0, 0, 0, coalesce(each.asked_minor, o.amount_minor)
    from pay_attempt each
    where each.order_id = o.id and (each.state in ${OPEN} or (each.doubt_why is not null and each.state not in ${SETTLED}))
  ) parts group by currency`

const GAP = sql`taken - delivered - given_back - coming_back - delivering - in_doubt`

/** What must be true of a row of `MONEY_OF_ORDER` for the payment to be in a part. */
const PART_HOLDS: Readonly<Record<MoneyPart, RawBuilder<unknown>>> = {
  taken: sql`taken > 0`,
  delivered: sql`delivered > 0`,
  'given-back': sql`given_back > 0`,
  'coming-back': sql`coming_back > 0`,
  delivering: sql`delivering > 0`,
  'in-doubt': sql`in_doubt <> 0`,
  outside: sql`outside > 0`,
  gap: sql`${GAP} <> 0`,
}

/** Orders whose payment was never asked for are no payments. */
const IS_ASKED = sql`exists (select from pay_attempt t where t.order_id = o.id)`

/** All conditions of a filter, on `o`, `a` and `m`. */
function conditions(filter: PaymentFilter, except?: 'standing'): RawBuilder<unknown> {
  const { since, before } = periodOf(filter)
  const { standing, money, method, kind, channel, least, most, currency } = filter
  const minor = (units: number) => Math.round(units * scaleOf(MONEY.prices))
  const all = [
    sql`o.created_at >= ${since}::timestamptz and o.created_at < ${before}::timestamptz and a.attempts > 0`,
    standing !== null && except !== 'standing' ? sql`${STANDING} = ${standing}` : null,
    money !== null || currency !== null
      ? sql`exists (select from (${MONEY_OF_ORDER}) own where ${money === null ? sql`true` : PART_HOLDS[money]}
          and ${currency === null ? sql`true` : sql`own.currency = ${currency}`})`
      : null,
    method === null ? null : sql`m.connector = any(${connectorsIn(method)})`,
    kind === null ? null : KIND_IS[kind],
    channel === null ? null : CHANNEL_IS[channel],
    least === null ? null : sql`o.currency = ${MONEY.prices} and o.amount_minor >= ${minor(least)}::bigint`,
    most === null ? null : sql`o.currency = ${MONEY.prices} and o.amount_minor <= ${minor(most)}::bigint`,
  ].filter((each) => each !== null)
  return sql.join(all, sql` and `)
}

const KIND_IS: Readonly<Record<NonNullable<PaymentFilter['kind']>, RawBuilder<unknown>>> = {
  airtime: sql`o.delivery ->> 'kind' = 'airtime'`,
  bundle: sql`o.delivery ->> 'kind' = 'bundle' and o.delivery ->> 'leadId' is null`,
  bill: sql`o.delivery ->> 'kind' = 'bill'`,
  order: sql`o.delivery ->> 'kind' = 'bundle' and o.delivery ->> 'leadId' is not null`,
}

const IS_LINK = sql`o.query_data ->> 'askedLink' is not null`
const IS_USSD = sql`exists (select from ussd_purchase u where u.purchase_id = o.client_key)`
const CHANNEL_IS: Readonly<Record<NonNullable<PaymentFilter['channel']>, RawBuilder<unknown>>> = {
  web: sql`not (${IS_LINK}) and not ${IS_USSD}`,
  link: IS_LINK,
  ussd: IS_USSD,
}

export const FACTS = { ATTEMPTS, STANDING, MONEY_OF_ORDER, GAP, PART_HOLDS, IS_ASKED, IS_LINK, IS_USSD, conditions }
