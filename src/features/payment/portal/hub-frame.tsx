import { Fragment } from 'react'
import { fillText } from '#shared/fill-text.ts'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import type { QueryData } from '#features/purchase/contract.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { SessionValues } from '#features/visit/portal/session-values.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import type { PaymentOption, WaitingRequest } from '../contract.ts'
import type { PlacedOption } from '../method-order.ts'
import { CurrencySwitch } from './currency-switch.tsx'
import { hubAddress, hubAmount } from './hub-amount.ts'
import type { HubExchange } from './hub-exchange.ts'
import type { HubTexts } from './hub-texts.ts'
import { PurchaseSummary } from './purchase-summary.tsx'
import styles from './hub.module.css'

/** HUB-8: the content policy takes no style of an element's own. */
const WIDE_PLACES = [styles.first, styles.second, styles.third, styles.fourth, styles.fifth]

type HubFrameProps = {
  texts: HubTexts
  purchaseId: string
  queryData: QueryData
  options: readonly PlacedOption[]
  paymentMaxTry: number | null
  waiting: WaitingRequest | null
  /** HUB-4: null where there is one currency. */
  exchange: HubExchange | null
  /** The route of the method whose form is shown. */
  chosen: string
  children: React.ReactNode
}

/**
 * HUB-1..3: methods left, the chosen one's form in the middle, the purchase right. On a phone the methods are an accordion: the form
 * stands below the one that is chosen. It is one list in the document; only the grid differs.
 */
export function HubFrame(props: HubFrameProps) {
  const { texts, purchaseId, queryData, options, paymentMaxTry, waiting, exchange, chosen, children } = props
  const language = useLanguage()
  return (
    <>
      <SessionValues values={{ queryData, ...(paymentMaxTry !== null && { _c_o_n_f_i_g: { paymentMaxTry } }) }} />
      <PageHeading title={fillText(texts.hubTitle, { amount: hubAmount(queryData, exchange, language) })} lead={texts.hubLead} />
      <PageBody>
        {waiting && (
          <Notification kind="warn" action={<a href={`/payment/status?id=${waiting.transactionId}`}>{texts.waitingSee}</a>}>
            {fillText(texts.waitingOnPhone, { number: formatMobileNumber(waiting.payerMobile) })}
          </Notification>
        )}
        {exchange && <CurrencySwitch exchange={exchange} queryData={queryData} purchaseId={purchaseId} route={chosen} />}
        <div className={styles.hub}>
          {options.map((option) => (
            <Fragment key={option.route}>
              <h2 className={`${styles.method} ${WIDE_PLACES[option.widePlace ?? -1] ?? ''}`}>
                <MethodLink
                  option={option}
                  isChosen={option.route === chosen}
                  texts={texts}
                  address={hubAddress(`/${option.route}`, purchaseId, exchange?.payIn?.currencyCode)}
                />
              </h2>
              {option.route === chosen && (
                <section id="method-form" className={styles.form} aria-label={wordsOf(option, texts).name}>
                  {children}
                </section>
              )}
            </Fragment>
          ))}
          <div className={styles.summary}>
            <PurchaseSummary texts={texts} queryData={queryData} exchange={exchange} />
          </div>
        </div>
      </PageBody>
    </>
  )
}

type MethodLinkProps = Pick<HubFrameProps, 'texts'> & { option: PaymentOption; isChosen: boolean; address: string }

function MethodLink({ option, isChosen, texts, address }: MethodLinkProps) {
  const { name, hint } = wordsOf(option, texts)
  const content = (
    <>
      {name}
      <small>{option.isAvailable ? hint : texts.unavailable}</small>
    </>
  )
  if (!option.isAvailable && !isChosen) return <span className={styles.off}>{content}</span>
  return (
    <a
      data-replace
      href={address}
      className={isChosen ? styles.chosen : undefined}
      aria-current={isChosen ? 'true' : undefined}
      aria-expanded={isChosen}
      aria-controls={isChosen ? 'method-form' : undefined}
    >
      {content}
    </a>
  )
}

/** Brands are called by their names; everything else in the visitor's language. */
function wordsOf(option: PaymentOption, texts: HubTexts): { name: string; hint: string } {
  switch (option.type) {
    case 'PG':
      return { name: texts.methodCard, hint: texts.methodCardHint }
    case 'airtime':
      return { name: texts.methodAirtime, hint: texts.methodAirtimeHint }
    case 'mpesa':
      return { name: option.paymentOpt, hint: texts.methodMpesaHint }
    case 'smartcash':
      return { name: option.paymentOpt, hint: texts.methodSmartcashHint }
    default:
      return { name: option.paymentOpt, hint: option.paymentMode.endsWith('_PUSH') ? texts.methodMoneyHint : texts.methodMoneyPinHint }
  }
}
