import type { ConsoleLanguage } from '../../console-language.ts'
import { useId } from 'react'
import { PAYMENT_METHODS, connectorsOf, isOffered, waysToPay } from '#shared/connector-table.ts'
import { fillText } from '#shared/fill-text.ts'
import { calendarDay } from '#shared/calendar-day.ts'
import { useConsole } from '../../frame/console-context.ts'
import { Icon } from '../../frame/icon.tsx'
import { CHANNELS, PURCHASE_KINDS, shiftDay, type PaymentFilter } from '../../queries/payment-filter.ts'
import { Choice, type Option } from '../words/choice.tsx'
import { channelName, methodName, paymentTexts } from '../words/payment-words.ts'
import { paymentsTexts } from './payments-texts.ts'

/** A search field, and a form that puts the filters into the address. Both work without script. */
export function PaymentFilters({ filter, now }: { filter: PaymentFilter; now: Date }) {
  const { language } = useConsole()
  const texts = paymentsTexts(language)
  return (
    <>
      <form className="filters" method="post" action="/search" role="search">
        <label className="find">
          <Icon name="search" />
          <span className="spoken">{texts.search}</span>
          <input type="search" name="q" placeholder={texts.search} maxLength={60} autoComplete="off" />
        </label>
        <button type="submit" className="button">
          {texts.find}
        </button>
        <span className="text-quiet small">{texts.searchHint}</span>
      </form>
      <form className="filters" action="/payments">
        {filter.standing !== null && <input type="hidden" name="state" value={filter.standing} />}
        <DayField name="from" label={texts.from} value={filter.from} now={now} />
        <DayField name="until" label={texts.until} value={filter.until} now={now} />
        <Choice name="method" label={texts.method} none={texts.anyMethod} value={filter.method} options={methodOptions(language)} />
        <Choice name="kind" label={texts.kind} none={texts.anyKind} value={filter.kind} options={kindOptions(language)} />
        <Choice
          name="channel"
          label={texts.channel}
          none={texts.anyChannel}
          value={filter.channel}
          options={CHANNELS.map((value) => ({ value, label: channelName(value, language) }))}
        />
        <AmountField name="least" label={texts.least} value={filter.least} />
        <AmountField name="most" label={texts.most} value={filter.most} />
        {filter.money !== null && (
          <label className="chip">
            <input type="checkbox" name="money" value={filter.money} defaultChecked />
            {fillText(texts.moneyIs, { part: texts[`part_${filter.money}`] })}
          </label>
        )}
        {filter.currency !== null && <input type="hidden" name="currency" value={filter.currency} />}
        <button type="submit" className="button">
          {texts.filter}
        </button>
        <a className="button plain" href="/payments">
          {texts.clear}
        </a>
      </form>
    </>
  )
}

function methodOptions(language: ConsoleLanguage): Option[] {
  return waysToPay().flatMap((way): Option[] => {
    const connectors = connectorsOf(way).filter(isOffered)
    const own = connectors.map((id) => ({ value: id, label: methodName(id, language) }))
    const isGroup = way === 'card' && connectors.length > 1
    return isGroup
      ? [{ value: way, label: paymentTexts(language).methodCard }, ...own]
      : [{ value: way, label: own[0]?.label ?? PAYMENT_METHODS[way].paymentOpt }]
  })
}

function kindOptions(language: ConsoleLanguage): Option[] {
  return PURCHASE_KINDS.map((value) => ({ value, label: paymentTexts(language)[value] }))
}

function DayField({ name, label, value, now }: { name: string; label: string; value: string; now: Date }) {
  const id = useId()
  const today = calendarDay(now)
  return (
    <span className="row">
      <label htmlFor={id} className="small text-quiet">
        {label}
      </label>
      <input id={id} type="date" name={name} className="input" defaultValue={value} max={today} min={shiftDay(today, -3660)} />
    </span>
  )
}

function AmountField({ name, label, value }: { name: string; label: string; value: number | null }) {
  const id = useId()
  return (
    <>
      <label className="spoken" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        name={name}
        className="input amount"
        inputMode="decimal"
        pattern="[0-9]{1,10}([.][0-9]{1,3})?"
        placeholder={label}
        defaultValue={value ?? ''}
        maxLength={14}
      />
    </>
  )
}
