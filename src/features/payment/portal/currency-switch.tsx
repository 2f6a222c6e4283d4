import { Link } from 'react-router'
import { fillText } from '#shared/fill-text.ts'
import { formatXof, xof } from '#shared/money.ts'
import type { QueryData } from '#features/purchase/contract.ts'
import { useLanguage } from '#portal/frame-context.ts'
import { Notification } from '#portal/ui/notification.tsx'
import chips from '#portal/ui/chips.module.css'
import { hubAddress, hubAmount } from './hub-amount.ts'
import type { HubExchange } from './hub-exchange.ts'
import styles from './hub.module.css'

type CurrencySwitchProps = { exchange: HubExchange; queryData: QueryData; purchaseId: string; route: string }

/** HUB-4: links, so that it works before script arrives; the currency stands in the address. */
export function CurrencySwitch({ exchange, queryData, purchaseId, route }: CurrencySwitchProps) {
  const language = useLanguage()
  const { texts, currencies, payIn, problem } = exchange
  const chosen = payIn?.currencyCode ?? queryData.currency
  const addressOf = (code: string) => hubAddress(`/${route}`, purchaseId, code === queryData.currency ? null : code)
  return (
    <section className={styles.currency} aria-labelledby="currency-label">
      <h2 id="currency-label">{texts.payIn}</h2>
      <div className={chips.chips}>
        {currencies.map(({ code, name }) => (
          <Link
            key={code}
            replace
            preventScrollReset
            to={addressOf(code)}
            className={code === chosen ? `${chips.chip} ${chips.chosen}` : chips.chip}
            aria-current={code === chosen ? 'true' : undefined}
            aria-label={`${code}, ${name}`}
          >
            {code}
          </Link>
        ))}
      </div>
      {payIn && (
        <p role="status">
          <strong>
            {fillText(texts.conversion, {
              price: formatXof(xof(queryData.amount), language),
              amount: hubAmount(queryData, exchange, language),
            })}
          </strong>{' '}
          <span className={styles.note}>{fillText(texts.onlySome, { currency: chosen })}</span>
        </p>
      )}
      {problem && (
        <Notification
          kind="bad"
          title={problem.message}
          action={
            <Link replace preventScrollReset to={addressOf(problem.currency)}>
              {texts.retry}
            </Link>
          }
        >
          {fillText(texts.failed, { currency: chosen })}
        </Notification>
      )}
    </section>
  )
}
