import type { ConnectorMode, OPTION_TYPES } from './payment-codes.ts'

/** A payment method of the hub. */
export type PaymentWay = {
  /** The value for it in calls. */
  optionType: (typeof OPTION_TYPES)[number]
  /** Its name in responses; pages have their own text where it is no brand. */
  paymentOpt: string
  /** The last part of its path below /payment/start/ (HUB-2). */
  route: string
  /** Its page. 'phone': the payer approves a request on the phone; every wallet that works so shares it. */
  page: 'card' | 'airtime' | 'money' | 'pin' | 'phone'
  /** Its page asks for an e-mail address. */
  wantsEmail?: true
}

/** What is known about a connector before it is connected. */
export type ConnectorRecordOf<Method extends string> = {
  /** As its owner writes it; null where pages have a translated name. */
  name: string | null
  /** payments.json may give it another name. */
  isNamedByOperator?: true
  way: Method
  /** Its value in calls. */
  paymentMode: ConnectorMode
  /** The record in src/settings that enables it; its name in the log too. Null: it comes with the operator's systems. */
  settings: string | null
  /** Its name in the URLs given to the provider; its id by default. */
  address?: string
  /** The page on which visitors pay, for card gateways. */
  checkout?: {
    /** Its origin while the gateway is called at its own address; that of the API by default. */
    origin: string | null
    /** CARD-2: it may be framed over our page. */
    isFramed: boolean
  }
  /** It needs the payer's number, which is unknown to a person who pays another's payment link (LINK-2). */
  needsPayerNumber?: true
  /** The payer approves a request on the phone, which rings as soon as the provider acts. */
  asksOnPhone?: true
  /** Its payers need not be customers of the operator: their numbers are not looked up, and no SMS goes there. */
  hasOtherPayers?: true
  /** The payer types a PIN in the portal. */
  asksPin: boolean
  /** 'code': the core refuses to start without a verified one-time code for the payer. */
  payerProof: 'none' | 'code'
  /** How to find the outcome of a lost submission; never empty. */
  resolves: readonly ('query' | 'notice')[]
  /** The effect of a second start after a lost response: moves no money yet, is refused by the provider, or pays twice. */
  repeat: 'harmless' | 'refused' | 'second-payment'
  refund: 'none' | 'full' | 'partial'
}
