import { fillText } from '#shared/fill-text.ts'
import { formatShort, fromMajor } from '#shared/money.ts'
import type { SwitchLimits } from '../../console-deps.ts'
import { useConsole } from '../../frame/console-context.ts'
import { formatCount } from '../../frame/format.ts'
import { Card, Mono, Pill } from '../../frame/pieces.tsx'
import { waysTexts } from './ways-to-pay-texts.ts'

/** Read only: with the name under which operations change each. */
export function LimitsPanel({ limits }: { limits: SwitchLimits }) {
  const { language } = useConsole()
  const texts = waysTexts(language)
  const money = (amount: number) => formatShort(fromMajor(amount), language)
  const between = (from: number, to: number) => fillText(texts.between, { from: money(from), to: money(to) })
  const perMinute = (count: number) => fillText(texts.perMinute, { count: formatCount(count, language) })
  const perDay = (amount: number) => fillText(texts.perDay, { amount: money(amount) })
  const { amounts, codesPerMinute, pushesPerMinute, ussd } = limits
  const rows = [
    { name: texts.limit_prepaid, setting: 'preMinAmnt, preMaxAmnt', value: between(amounts.preMinAmnt, amounts.preMaxAmnt) },
    { name: texts.limit_postpaid, setting: 'postMinAmnt, postMaxAmnt', value: between(amounts.postMinAmnt, amounts.postMaxAmnt) },
    { name: texts.limit_codes, setting: 'LIMIT_CODES_PER_MINUTE', value: perMinute(codesPerMinute) },
    { name: texts.limit_pushes, setting: 'LIMIT_PUSHES_PER_MINUTE', value: perMinute(pushesPerMinute) },
    ...(ussd
      ? [
          { name: texts.limit_ussdNumber, setting: 'USSD_AIRTIME_PER_NUMBER', value: perDay(ussd.airtimePerNumber) },
          { name: texts.limit_ussdAll, setting: 'USSD_AIRTIME_IN_ALL', value: perDay(ussd.airtimeInAll) },
        ]
      : []),
  ]
  return (
    <Card
      title={
        <>
          {texts.limits}{' '}
          <Pill tone="quiet" icon="lock">
            {texts.readOnly}
          </Pill>
        </>
      }
      end={<span className="text-quiet">{texts.limitsEnd}</span>}
    >
      <table>
        <caption className="spoken">{texts.limits}</caption>
        <tbody>
          {rows.map(({ name, setting, value }) => (
            <tr key={setting}>
              <th scope="row">{name}</th>
              <td className="from-middle text-quiet">
                <Mono>{setting}</Mono>
              </td>
              <td className="figure">
                <b>{value}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
