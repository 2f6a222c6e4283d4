import { useConsole } from '../../frame/console-context.ts'
import { ButtonLink, Card, Note, Pill } from '../../frame/pieces.tsx'
import { addsUp, type MoneySum } from '../../queries/money-sums.ts'
import type { MoneyPart, PaymentFilter } from '../../queries/payment-filter.ts'
import { addressOf } from '../payments/payment-address.ts'
import { counted } from '../words/counted.ts'
import { shownAmount, shownMoney } from '../words/shown-money.ts'
import { overviewTexts } from './overview-texts.ts'
import type { OverviewProps } from './overview-props.ts'

const PARTS = ['taken', 'delivered', 'given-back', 'coming-back', 'delivering', 'in-doubt'] as const satisfies readonly MoneyPart[]

/** CON-9: each figure opens the list that it counts; a sum that is not right says so, and names its payments. */
export function MoneyPanel({ sums, filter }: Pick<OverviewProps, 'sums' | 'filter'>) {
  const { language } = useConsole()
  const texts = overviewTexts(language)
  const isRight = addsUp(sums)
  const taken = sums.filter(({ parts }) => parts.taken.payments > 0 || parts.gap.payments > 0)
  const outside = sums.filter(({ parts }) => parts.outside.payments > 0)
  return (
    <Card
      title={texts.money}
      end={
        <Pill tone={isRight ? 'good' : 'bad'} icon={isRight ? 'check' : 'warning'}>
          {isRight ? texts.right : texts.wrong}
        </Pill>
      }
      footer={outside.length > 0 ? outside.map((sum) => <Outside key={sum.currency} sum={sum} filter={filter} />) : undefined}
    >
      {!isRight && <Gaps sums={sums} filter={filter} />}
      {taken.length === 0 ? (
        <p className="pad small text-quiet">{texts.nothingTaken}</p>
      ) : (
        taken.map((sum) => <Sum key={sum.currency} sum={sum} filter={filter} />)
      )}
    </Card>
  )
}

function Sum({ sum: { currency, parts }, filter }: { sum: MoneySum; filter: PaymentFilter }) {
  const { language } = useConsole()
  const texts = overviewTexts(language)
  return (
    <dl className="adds whole">
      {PARTS.map((part, place) => (
        <div key={part} data-sign={place === 0 ? undefined : place === 1 ? '=' : '+'}>
          <dt>{texts[part]}</dt>
          <dd>
            <a
              href={addressOf({ ...filter, money: part, currency })}
              className={part === 'in-doubt' && parts[part].minor !== 0 ? 'text-warn' : undefined}
            >
              {shownAmount({ minor: parts[part].minor, currency }, language)}
            </a>
          </dd>
          <dd className="tiny text-quiet">{counted(texts.payments, parts[part].payments, language)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Gaps({ sums, filter }: { sums: readonly MoneySum[]; filter: PaymentFilter }) {
  const { language } = useConsole()
  const texts = overviewTexts(language)
  const gaps = sums.filter(({ parts }) => parts.gap.payments > 0)
  const money = shownMoney(
    gaps.map(({ currency, parts }) => ({ currency, minor: Math.abs(parts.gap.minor) })),
    language,
  )
  const count = gaps.reduce((sum, { parts }) => sum + parts.gap.payments, 0)
  return (
    <div className="pad">
      <Note tone="bad" title={texts.wrong} action={<ButtonLink href={addressOf({ ...filter, money: 'gap' })}>{texts.seeGap}</ButtonLink>}>
        {counted(texts.wrongText, count, language, { money })}
      </Note>
    </div>
  )
}

function Outside({ sum: { currency, parts }, filter }: { sum: MoneySum; filter: PaymentFilter }) {
  const { language } = useConsole()
  const money = shownAmount({ minor: parts.outside.minor, currency }, language)
  return (
    <p>
      <a href={addressOf({ ...filter, money: 'outside', currency })}>
        {counted(overviewTexts(language).outside, parts.outside.payments, language, { money })}
      </a>
    </p>
  )
}
