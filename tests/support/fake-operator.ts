import type { LeadState, NewLead } from '#features/home-broadband-lead/server/operator-leads.ts'
import type { OperatorInvoice } from '#features/bills/server/operator-bills.ts'
import type { OperatorBundle } from '#features/bundles/server/operator-catalogue.ts'
import type { OperatorBalance, OperatorLineType } from '#features/line/server/operator-lines.ts'
import { fromMajor } from '#shared/money.ts'
import type { OperatorResult } from '#shared/operator-answer.ts'
import type { PortalOperator } from '../../src/composition/portal-core.ts'
import { FAKE_INVOICES, findFakeAccount } from './fake-accounts.ts'

const LINES: Record<string, OperatorLineType> = {
  '90000003': 'POSTPAID',
  '90000004': 'HYBRID',
  '90000005': 'BROADBAND',
  '90000007': 'POSTPAID',
}

const BUNDLE: OperatorBundle = {
  productCode: 'DATA_1GB_7D',
  category: 'data',
  name: 'Semaine 1 Go',
  description: '1 Go valable 7 jours',
  english: null,
  data: { value: 1, unit: 'GB' },
  voice: null,
  sms: 50,
  validity: { value: 7, unit: 'day' },
  periodType: 'Week',
  price: fromMajor(1000),
  lineTypes: ['PREPAID'],
  serviceType: null,
}

const FAKE_BALANCES: OperatorBalance[] = [
  { id: 'A', kind: 'AIRTIME', label: 'Crédit d’appel', remaining: { value: 500, unit: 'XOF' }, total: null, expiresAt: null },
  {
    id: 'B',
    kind: 'DATA',
    label: 'Mois 20 Go',
    remaining: { value: 500, unit: 'MB' },
    total: { value: 20, unit: 'GB' },
    expiresAt: new Date('2026-12-03T22:59:59Z'),
  },
  { id: 'C', kind: 'DATA', label: 'Nuits illimitées', remaining: 'unlimited', total: null, expiresAt: null },
]

export function aBundle(change: Partial<OperatorBundle> = {}): OperatorBundle {
  return { ...BUNDLE, ...change }
}

/** The balances of a line with so much airtime, and nothing else. */
export function anAirtime(value: number): OperatorBalance[] {
  return [{ id: 'A', kind: 'AIRTIME', label: 'Crédit d’appel', remaining: { value, unit: 'XOF' }, total: null, expiresAt: null }]
}

export type FakeOperator = PortalOperator & {
  failNext(kind: 'unavailable' | 'unknown'): void
  asked(): number
  bundles: OperatorBundle[]
  balances: OperatorBalance[]
  invoices: OperatorInvoice[]
  /** Every received request; a contact ending in 50 gets no number for it. */
  leads: (NewLead & { leadId: string; state: LeadState })[]
  /** Null: the operator omits the date. */
  leadsSince: Date | null
  /** Units per franc. */
  rates: Record<string, string>
}

/** An in-memory operator for call tests: the sandbox's identities, failing on demand. */
export function fakeOperator(): FakeOperator {
  let nextFault: 'unavailable' | 'unknown' | null = null
  let asked = 0

  function answer<Value>(value: () => OperatorResult<Value>): Promise<OperatorResult<Value>> {
    asked += 1
    const kind = nextFault
    nextFault = null
    return Promise.resolve(kind ? { ok: false, fault: { kind } } : value())
  }

  const operator: FakeOperator = {
    isRepeatHarmless: false,
    bundles: [BUNDLE],
    balances: FAKE_BALANCES,
    invoices: FAKE_INVOICES,
    leads: [],
    leadsSince: new Date('2026-11-15T10:00:00Z'),
    rates: { USD: '0.00163265', CDF: '4.65306122' },
    failNext(kind) {
      nextFault = kind
    },
    asked: () => asked,
    findLine: (msisdn) =>
      answer(() =>
        /^[89]/.test(msisdn)
          ? {
              ok: true,
              value: {
                msisdn,
                type: LINES[msisdn] ?? 'PREPAID',
                isActive: true,
                accountNo: ['POSTPAID', 'HYBRID'].includes(LINES[msisdn] ?? '') ? `1000${msisdn.slice(2)}` : null,
              },
            }
          : { ok: false, fault: { kind: 'not-found' } },
      ),
    readBalances: (msisdn) =>
      answer(() => (/^[89]/.test(msisdn) ? { ok: true, value: operator.balances } : { ok: false, fault: { kind: 'not-found' } })),
    deliver: (_order, { reference }) => answer(() => ({ ok: true, value: { state: 'done', operatorReference: `O-${reference}` } })),
    track: () => answer(() => ({ ok: true, value: { state: 'absent' } })),
    findAccount: (accountNo) => answer(() => findFakeAccount(accountNo)),
    readOpenInvoices: (accountNo) => answer(() => ({ ok: true, value: operator.invoices.filter((each) => each.accountNo === accountNo) })),
    submitLead: (lead) =>
      answer(() => {
        const leadId = `SL${operator.leads.length + 1}`
        operator.leads.push({ ...lead, leadId, state: 'received' })
        return { ok: true, value: { leadId: lead.contactNumber.endsWith('50') ? null : leadId, state: 'received' } }
      }),
    readLead: (leadId) =>
      answer(() => {
        const lead = operator.leads.find((each) => each.leadId === leadId)
        if (!lead) return { ok: false, fault: { kind: 'not-found' } }
        const { state, contactNumber } = lead
        return { ok: true, value: { leadId, state, contactNumber, since: operator.leadsSince } }
      }),
    readExchangeRate: ({ from, to }) =>
      answer(() => {
        const rate = from === 'XOF' ? operator.rates[to] : undefined
        return rate ? { ok: true, value: rate } : { ok: false, fault: { kind: 'not-found' } }
      }),
    readBundles: () => answer(() => ({ ok: true, value: operator.bundles })),
  }
  return operator
}
