import { Fragment } from 'react'
import { fillText } from '#shared/fill-text.ts'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import { unbroken } from '#shared/unbroken.ts'
import type { QueryData } from '#features/purchase/contract.ts'
import { SessionValues } from '#features/visit/portal/session-values.tsx'
import { CheckoutBody } from '#portal/ui/frame/checkout-body.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { Icon } from '#portal/ui/signs/icon.tsx'
import { PADLOCK } from '#portal/ui/signs/signs.ts'
import { Paper, TicketHolder } from '#portal/ui/ticket/paper.tsx'
import { Ticket } from '#portal/ui/ticket/ticket.tsx'
import type { WaitingRequest } from '../contract.ts'
import type { PlacedOption } from '../method-order.ts'
import { CurrencySwitch } from './currency-switch.tsx'
import { editAddress, hubAddress } from './hub-amount.ts'
import type { HubExchange } from './hub-exchange.ts'
import type { HubTexts } from './hub-texts.ts'
import { MethodLink } from './method-link.tsx'
import { methodWords } from './method-words.ts'
import { PurchaseSummary } from './purchase-summary.tsx'
import { keptTicket, purchaseGoal, purchaseName } from './ticket-words.ts'
import frame from './hub-frame.module.css'
import styles from './hub.module.css'

/** HUB-8: the content security policy forbids style attributes. */
const WIDE_PLACES = [styles.first, styles.second, styles.third, styles.fourth, styles.fifth]

type HubFrameProps = {
  texts: HubTexts
  purchaseId: string
  queryData: QueryData
  sum: string
  options: readonly PlacedOption[]
  paymentMaxTry: number | null
  waiting: WaitingRequest | null
  /** HUB-4: null with only one currency. */
  exchange: HubExchange | null
  /** The route of the method with the visible form. */
  chosen: string
  children: React.ReactNode
}

/**
 * HUB-1..3: methods left, the chosen one's form in the middle, the purchase right. On a phone the methods are an accordion: the form is
 * below the chosen one. The document has one list; only the grid differs.
 */
export function HubFrame(props: HubFrameProps) {
  const { texts, purchaseId, queryData, sum, options, waiting, exchange, chosen, children } = props
  return (
    <>
      <SessionValues values={sessionOf(props)} />
      <CheckoutBody>
        <div className={frame.checkout}>
          <TicketHolder joins="wide">
            <Ticket
              label={texts.yourPurchase}
              what={purchaseName(queryData, texts)}
              sum={sum}
              towards={texts.ticketTowards}
              goal={purchaseGoal(queryData, texts)}
              stub={stubOf(queryData, texts)}
              offlineWord={texts.stub_offline}
              sendingWord={texts.stub_sending}
            />
            <p className={frame.sending}>{texts.ticketSending}</p>
          </TicketHolder>
          <p className={frame.toSummary}>
            <a href="#summary">{texts.summaryLink}</a>
          </p>
          <div className={frame.pay}>
            <div className={frame.heading}>
              <h1>{texts.hubTitle}</h1>
              <p>{texts.hubLead}</p>
            </div>
            {waiting && (
              <Notification kind="warn" action={<a href={`/payment/status?id=${waiting.transactionId}`}>{texts.waitingSee}</a>}>
                {fillText(texts.waitingOnPhone, { number: unbroken(formatMobileNumber(waiting.payerMobile)) })}
              </Notification>
            )}
            {exchange && <CurrencySwitch exchange={exchange} queryData={queryData} purchaseId={purchaseId} route={chosen} />}
            <div className={styles.hub}>
              {options.map((option) => (
                <Fragment key={option.route}>
                  <h2 className={[styles.method, WIDE_PLACES[option.widePlace ?? -1]].join(' ').trim()}>
                    <MethodLink
                      option={option}
                      isChosen={option.route === chosen}
                      texts={texts}
                      address={hubAddress(`/${option.route}`, purchaseId, exchange?.payIn?.currencyCode)}
                    />
                  </h2>
                  {option.route === chosen && (
                    <section id="method-form" className={styles.form} aria-label={methodWords(option, texts).name}>
                      {children}
                      <p className={styles.promise}>
                        <Icon path={PADLOCK} />
                        <span>{texts.hubPromise}</span>
                      </p>
                    </section>
                  )}
                </Fragment>
              ))}
            </div>
          </div>
          <div className={frame.summary} id="summary">
            <Paper>
              <PurchaseSummary texts={texts} queryData={queryData} exchange={exchange} />
            </Paper>
          </div>
        </div>
      </CheckoutBody>
    </>
  )
}

/** STATE-1, HUB-7 */
function sessionOf({ queryData, sum, texts, paymentMaxTry }: HubFrameProps) {
  return {
    queryData,
    keptTicket: keptTicket(queryData, sum, texts),
    ...(paymentMaxTry !== null && { _c_o_n_f_i_g: { paymentMaxTry } }),
  }
}

/** LINK-2: the payer of a link cannot change what was asked for. */
function stubOf(queryData: QueryData, texts: HubTexts) {
  const word = queryData.askedLink === undefined ? texts.stub_edit : texts.stub_request
  return { state: 'edit', word, href: editAddress(queryData) } as const
}
