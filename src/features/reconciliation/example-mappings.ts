import { MONEY } from '#shared/operator.ts'
import type { Mapping } from './mapping.ts'

/** A table made for the portal, as the command always read it. */
export const OWN_FORMAT: Mapping = {
  name: 'guichet',
  columns: { reference: 'reference', amount: 'amount', currency: 'currency', state: 'state' },
  currency: null,
  words: { paid: 'done', delivered: 'done', refunded: 'returned', failed: 'not-done' },
  decimal: 'either',
  unit: 'units',
}

/** Published formats, by the source of the statement. A mapping that staff saved for the same columns comes first. */
const EXAMPLES: Readonly<Record<string, readonly Mapping[]>> = {
  // The list of transactions of its API (paystack.com/docs/api/transaction): a JSON object with the list under `data`.
  paystack: [
    {
      name: 'Paystack API',
      columns: {
        reference: 'reference',
        amount: 'amount',
        fee: 'fees',
        currency: 'currency',
        state: 'status',
        at: 'paid_at',
        number: 'id',
      },
      currency: null,
      words: {
        success: 'done',
        reversed: 'returned',
        failed: 'not-done',
        abandoned: 'not-done',
        ongoing: 'not-done',
        pending: 'not-done',
        processing: 'not-done',
        queued: 'not-done',
      },
      decimal: 'point',
      unit: 'hundredths',
    },
  ],
  // The statement of the organisation portal. Charges are lines of their own, without an account number.
  mpesa: [
    {
      name: 'M-PESA organisation',
      columns: {
        reference: 'A/C No.',
        amount: 'Paid In',
        out: 'Withdrawn',
        state: 'Transaction Status',
        at: 'Completion Time',
        number: 'Receipt No.',
      },
      currency: MONEY.prices,
      words: { completed: 'done', cancelled: 'not-done', declined: 'not-done', failed: 'not-done', expired: 'not-done' },
      decimal: 'point',
      unit: 'units',
    },
  ],
  // What banks in French export: our reference is within the bank's own words, and every line moved money.
  uba: [
    {
      name: 'Relevé bancaire',
      columns: { reference: 'Libellé', amount: 'Crédit', out: 'Débit', at: 'Date opération' },
      currency: MONEY.prices,
      words: {},
      decimal: 'comma',
      unit: 'units',
    },
  ],
}

export function shippedMappings(source: string): readonly Mapping[] {
  return [...(Object.hasOwn(EXAMPLES, source) ? (EXAMPLES[source] ?? []) : []), OWN_FORMAT]
}
