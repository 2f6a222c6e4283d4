import type { ConsoleLanguage } from '../../console-language.ts'
import { isFrench } from '#shared/language.ts'
import { CONNECTORS, type ConnectorId } from '#shared/connector-table.ts'
import { fillText } from '#shared/fill-text.ts'
import { formatNumber } from '#shared/format-number.ts'
import { useConsole } from '../../frame/console-context.ts'
import { formatAge, formatCount } from '../../frame/format.ts'
import { Card } from '../../frame/pieces.tsx'
import type { MethodFigures } from '../../queries/overview-figures.ts'
import { addressOf } from '../payments/payment-address.ts'
import { methodName } from '../words/payment-words.ts'
import { shownMoney } from '../words/shown-money.ts'
import { overviewTexts } from './overview-texts.ts'
import type { OverviewProps } from './overview-props.ts'

/** `filter`: the value of `method` that lists its payments. Gateways stand under all cards together. */
type Line = { name: string; filter: string; isSub: boolean; now: Totals; before: Totals | null }
type Totals = Pick<MethodFigures, 'asked' | 'paid' | 'money' | 'deliverySeconds'>

export function MethodsPanel({ methods, methodsBefore, filter }: OverviewProps) {
  const { language } = useConsole()
  const texts = overviewTexts(language)
  const all = totalOf(methods)
  const end = fillText(texts.methodsEnd, {
    asked: formatCount(all.asked, language),
    paid: formatCount(all.paid, language),
    share: shownShare(all, language),
  })
  return (
    <Card title={texts.methods} end={<span className="text-quiet">{end}</span>}>
      {methods.length === 0 ? (
        <p className="pad small text-quiet">{texts.noMethods}</p>
      ) : (
        <div className="scroll methods">
          <table>
            <caption className="spoken">{texts.methods}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.method}</th>
                <th scope="col" className="figure">
                  {texts.asked}
                </th>
                <th scope="col" className="figure">
                  {texts.paid}
                </th>
                <th scope="col" className="figure">
                  {texts.share}
                </th>
                <th scope="col" className="figure from-middle">
                  {texts.change}
                </th>
                <th scope="col" className="figure">
                  {texts.amount}
                </th>
                <th scope="col" className="figure from-wide">
                  {texts.speed}
                </th>
              </tr>
            </thead>
            <tbody>
              {linesOf(methods, methodsBefore, language).map((line) => (
                <MethodRow key={line.filter} line={line} filter={filter} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}

function MethodRow({ line: { name, filter: method, isSub, now, before }, filter }: { line: Line; filter: OverviewProps['filter'] }) {
  const { language } = useConsole()
  return (
    <tr className={isSub ? 'sub' : undefined}>
      <th scope="row">{name}</th>
      <td className="figure">
        <a href={addressOf({ ...filter, method })}>{formatCount(now.asked, language)}</a>
      </td>
      <td className="figure">
        <a href={addressOf({ ...filter, method, money: 'taken' })}>{formatCount(now.paid, language)}</a>
      </td>
      <td className="figure">
        <ShareBar totals={now} />
      </td>
      <td className="figure from-middle">{before && <Change now={now} before={before} />}</td>
      <td className="figure">
        <b>{shownMoney(now.money, language)}</b>
      </td>
      <td className="figure from-wide">{now.deliverySeconds === null ? '—' : formatAge(now.deliverySeconds * 1000, language)}</td>
    </tr>
  )
}

function ShareBar({ totals }: { totals: Totals }) {
  const { language } = useConsole()
  const share = shareOf(totals)
  return (
    <span className="row meter">
      <b>{shownShare(totals, language)}</b>
      <svg className={`bar fill-${share >= 0.75 ? 'good' : 'bad'}`} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="10" className="bar-ground" />
        <rect width={Math.round(share * 100)} height="10" />
      </svg>
    </span>
  )
}

function Change({ now, before }: { now: Totals; before: Totals }) {
  const { language } = useConsole()
  const points = Math.round((shareOf(now) - shareOf(before)) * 1000) / 10
  const sign = points < 0 ? '−' : '+'
  const tone = points < 0 ? 'text-bad' : points > 0 ? 'text-good' : 'text-quiet'
  return (
    <span className={tone}>
      {fillText(overviewTexts(language).points, { change: `${sign}${formatNumber(Math.abs(points), language, { most: 1 })}` })}
    </span>
  )
}

function linesOf(methods: readonly MethodFigures[], before: readonly MethodFigures[], language: ConsoleLanguage): Line[] {
  const isCard = ({ connector }: MethodFigures) => CONNECTORS[connector].way === 'card'
  const beforeOf = (connectors: readonly ConnectorId[]) => {
    const own = before.filter(({ connector }) => connectors.includes(connector))
    return own.length > 0 ? totalOf(own) : null
  }
  const lineOf = (method: MethodFigures, isSub: boolean): Line => ({
    name: isSub ? (CONNECTORS[method.connector].name ?? '') : methodName(method.connector, language),
    filter: method.connector,
    isSub,
    now: method,
    before: beforeOf([method.connector]),
  })
  const cards = methods.filter(isCard)
  const together: Line[] =
    cards.length === 0
      ? []
      : [
          {
            name: overviewTexts(language).cards,
            filter: 'card',
            isSub: false,
            now: totalOf(cards),
            before: beforeOf(cards.map(({ connector }) => connector)),
          },
          ...cards.map((card) => lineOf(card, true)),
        ]
  return [...methods.filter((each) => !isCard(each)).map((each) => lineOf(each, false)), ...together]
}

/** A median of several methods is none of theirs. */
function totalOf(methods: readonly MethodFigures[]): Totals {
  const money = [
    ...Map.groupBy(
      methods.flatMap((each) => each.money),
      ({ currency }) => currency,
    ),
  ]
  return {
    asked: methods.reduce((sum, { asked }) => sum + asked, 0),
    paid: methods.reduce((sum, { paid }) => sum + paid, 0),
    money: money.map(([currency, own]) => ({ currency, minor: own.reduce((sum, { minor }) => sum + minor, 0) })),
    deliverySeconds: methods.length === 1 ? (methods[0]?.deliverySeconds ?? null) : null,
  }
}

function shareOf({ asked, paid }: Pick<Totals, 'asked' | 'paid'>): number {
  return asked === 0 ? 0 : paid / asked
}

function shownShare(totals: Pick<Totals, 'asked' | 'paid'>, language: ConsoleLanguage): string {
  const percent = formatNumber(shareOf(totals) * 100, language, { most: 1 })
  return totals.asked === 0 ? '—' : isFrench(language) ? `${percent}\u00a0%` : `${percent}%`
}
