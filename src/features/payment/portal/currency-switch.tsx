import { fillText } from '#shared/fill-text.ts'
import { currencyName, formatMoney, fromMajor } from '#shared/money.ts'
import type { QueryData } from '#features/purchase/contract.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { Notification } from '#portal/ui/messages/notification.tsx'
import chips from '#portal/ui/choices/chips.module.css'
import { clockTime } from './clock-time.ts'
import { hubAddress } from './hub-amount.ts'
import { shownRate } from './shown-rate.ts'
import type { HubExchange } from './hub-exchange.ts'
import styles from './hub.module.css'

type CurrencySwitchProps = { exchange: HubExchange; queryData: QueryData; purchaseId: string; route: string }

/** HUB-4: links, so that it works before script arrives; the currency is in the address. */
export function CurrencySwitch({ exchange, queryData, purchaseId, route }: CurrencySwitchProps) {
  const language = useLanguage()
  const { texts, currencies, payIn, problem } = exchange
  const own = currencyName(language, queryData.currency)
  const chosen = payIn?.currencyCode ?? queryData.currency
  const addressOf = (code: string) => hubAddress(`/${route}`, purchaseId, code === queryData.currency ? null : code)
  return (
    <section className={styles.currency} aria-labelledby="currency-label">
      <h2 id="currency-label">{texts.payIn}</h2>
      <div className={chips.chips}>
        {currencies.map(({ code, name }) => (
          <a
            key={code}
            data-replace
            href={addressOf(code)}
            className={code === chosen ? `${chips.chip} ${chips.chosen}` : chips.chip}
            aria-current={code === chosen ? 'true' : undefined}
            aria-label={`${code === queryData.currency ? own : code}, ${name}`}
          >
            {code === queryData.currency ? own : code}
          </a>
        ))}
      </div>
      {payIn && (
        <p role="status">
          <strong>
            {fillText(texts.conversion, {
              price: formatMoney(fromMajor(queryData.amount, queryData.currency), language),
              amount: formatMoney(fromMajor(payIn.amount, payIn.currencyCode), language),
            })}
          </strong>
          <small>
            {fillText(texts.rate, {
              rate: shownRate({ ...payIn, price: queryData.currency }, language),
              time: clockTime(payIn.rateAt, language),
            })}
          </small>
          <small>{fillText(texts.onlySome, { currency: payIn.currencyCode })}</small>
        </p>
      )}
      {problem && (
        <Notification
          kind="bad"
          title={problem.message}
          action={
            <a data-replace href={addressOf(problem.currency)}>
              {texts.retry}
            </a>
          }
        >
          {fillText(texts.failed, { currency: own })}
        </Notification>
      )}
    </section>
  )
}
