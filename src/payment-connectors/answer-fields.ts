import type { Observation, ProviderMessage } from './payment-connector.ts'
import type { Money } from '#shared/money.ts'
import { providerMessage } from './provider-message.ts'

/**
 * I19: a message counts only when it is about the payment we queried. Beside its messages an adapter declares the fields that identify the
 * payment of a message; `readClaim` reads by that table and compares. docs/protocols shows the same tables
 * (docs/decisions/0069-answers-to-our-own-question.md).
 */

/**
 * `receipt`: the provider's own id of the payment, received here for the first time. `kind`: the type of the transaction. `line`: whose
 * balance pays.
 */
export type Tells = 'reference' | 'transaction' | 'merchant' | 'line' | 'kind' | 'amount' | 'currency' | 'receipt'

export type AnswerField = {
  /** Its path in the message, with dots. */
  at: string
  tells: Tells
  /**
   * Required by the protocol: if it is missing, the attempt is in doubt. An optional field may be missing, and is compared when present.
   */
  isPromised: boolean
}

export type AnswerTable = {
  /** The message, as the protocol's document in tests/protocols calls it. */
  message: string
  says: 'paid' | 'refunded'
  fields: readonly AnswerField[]
}

/** The values we queried. Null: not known yet, so that the field can only be read and not compared. */
export type AskedAbout = {
  reference: string
  transaction: string | null
  merchant: string | null
  line?: string | null
  kinds: readonly string[]
  amount: Money | null
  /** The message itself says that another amount was paid: only the currency is compared. */
  isOtherAmount?: boolean
}

/** How one message encodes its values. */
export type Written = {
  valueAt(at: string): unknown
  money(amount: unknown, currency: unknown): Money | null
  /** A currency in the protocol's own notation; the ISO code by default. */
  currency?(value: unknown): unknown
}

/** The first field that does not match, and how. */
export type Disagreement = { tells: Tells; how: 'missing' | 'unreadable' | 'different' }

/** The matching values that a message names. Amount and receipt are null where it names none. */
export type Claim = { amount: Money | null; receipt: string | null }

/** Null and undefined both mean absent. */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** Reads a message by its table and compares it with the query: returns its values, or the first mismatch. */
export function readClaim({ fields }: AnswerTable, written: Written, asked: AskedAbout): Claim | Disagreement {
  const claim: Claim = { amount: null, receipt: null }
  for (const { at, tells, isPromised } of fields) {
    const value = written.valueAt(at)
    if (isAbsent(value)) {
      if (isPromised) return { tells, how: 'missing' }
      continue
    }
    const how = tells === 'amount' ? amountFault(value) : tells === 'currency' ? currencyFault(value) : nameFault(tells, value)
    if (how) return { tells, how }
  }
  return claim

  function amountFault(value: unknown): Disagreement['how'] | null {
    claim.amount = written.money(value, currencyNamed())
    if (!claim.amount) return 'unreadable'
    return asked.amount && !asked.isOtherAmount && claim.amount.minor !== asked.amount.minor ? 'different' : null
  }

  /** The currency that the message names; the one we sent only where the protocol requires none. */
  function currencyNamed(): unknown {
    const field = fields.find(({ tells }) => tells === 'currency')
    const value = field && written.valueAt(field.at)
    return isAbsent(value) && !field?.isPromised ? asked.amount?.currency : currencyOf(value)
  }

  function currencyOf(value: unknown): unknown {
    return written.currency ? written.currency(value) : value
  }

  function currencyFault(value: unknown): Disagreement['how'] | null {
    const currency = currencyOf(value)
    if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return 'unreadable'
    return asked.amount && currency !== asked.amount.currency ? 'different' : null
  }

  function nameFault(tells: Exclude<Tells, 'amount' | 'currency'>, value: unknown): Disagreement['how'] | null {
    const name = nameIn(value)
    if (name === null) return 'unreadable'
    if (tells === 'receipt') {
      claim.receipt = name
      return null
    }
    if (tells === 'kind') return asked.kinds.includes(name) ? null : 'different'
    return (asked[tells] ?? name) === name ? null : 'different'
  }
}

/** Whether a message is about our payment at all, with any content. */
export function isOurs({ fields, ...table }: AnswerTable, written: Written, asked: AskedAbout): boolean {
  const names = fields.filter(({ tells }) => tells === 'reference' || tells === 'transaction' || tells === 'merchant')
  return !isDisagreement(readClaim({ ...table, fields: names }, written, asked))
}

export function isDisagreement(read: Claim | Disagreement): read is Disagreement {
  return 'how' in read
}

/** Ids are sent as text or as whole numbers. */
export function nameIn(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null
  return typeof value === 'string' && value.length <= 256 ? value : null
}

/** The message says paid, but for something we did not request: the attempt is in doubt, never paid. */
export function doubtful(provider: ProviderMessage, { tells, how }: Disagreement): Extract<Observation, { state: 'unrecognised' }> {
  const isAmount = (tells === 'amount' || tells === 'currency') && how !== 'different'
  return {
    state: 'unrecognised',
    saysPaid: true,
    ...(isAmount ? {} : { namesOther: true as const }),
    provider: providerMessage(`${provider.code}-${tells}-${how}`, provider.text),
  }
}

/** The message says refunded, but for something we did not request: it is queried again, and never counts as a refund. */
export function doubtfulRefund(provider: ProviderMessage, { tells, how }: Disagreement): Observation {
  return { state: 'unrecognised', provider: providerMessage(`${provider.code}-${tells}-${how}`, provider.text) }
}

/** The value at a path in JSON; undefined where there is none. */
export function jsonAt(document: unknown): Written['valueAt'] {
  return (at) =>
    at.split('.').reduce<unknown>((value, name) => {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
      return (value as Record<string, unknown>)[name]
    }, document)
}
