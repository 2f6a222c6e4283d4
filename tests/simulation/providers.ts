import type { ConnectorInfo } from '#payment-connectors/payment-connector.ts'
import type { ProviderKind } from './pretend-provider.ts'

export const PROVIDERS = [
  { id: 'paystack', kind: 'signed-card', repeat: 'harmless' },
  { id: 'dpo', kind: 'hint-card', repeat: 'harmless' },
  { id: 'money-push', kind: 'push', repeat: 'second-payment' },
  { id: 'money-pin', kind: 'pin', repeat: 'harmless' },
  { id: 'airtime', kind: 'instant', repeat: 'second-payment' },
] as const satisfies { id: ConnectorInfo['id']; kind: ProviderKind; repeat: ConnectorInfo['repeat'] }[]

/** How long an unanswered prompt stays on the phone. */
export const PROMPT_SECONDS = 60

const MODES = {
  'signed-card': 'PAYMENT_GATEWAY',
  'hint-card': 'PAYMENT_GATEWAY',
  push: 'MONEY_PUSH',
  pin: 'MONEY',
  instant: 'AIR_TIME',
} as const satisfies Record<ProviderKind, ConnectorInfo['paymentMode']>

type Row = { kind: ProviderKind } & Pick<ConnectorInfo, 'id' | 'repeat' | 'refund'>

export function infoOf({ id, kind, repeat, refund }: Row): ConnectorInfo {
  return {
    id,
    paymentMode: MODES[kind],
    promptSeconds: PROMPT_SECONDS,
    currencies: ['XOF', 'USD', 'CDF'],
    wireExponent: { XOF: 0, USD: 2, CDF: 2 },
    payerProof: 'none',
    resolves: ['query', 'notice'],
    repeat,
    refund,
    pollScheduleSeconds: kind === 'push' ? [15, 30, 60, 300, 1800, 21_600] : [60, 300, 1800, 21_600],
  }
}
