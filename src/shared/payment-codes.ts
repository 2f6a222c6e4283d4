import { BRAND } from './operator.ts'

const OPERATOR_WORD = BRAND.slug.toUpperCase()

/** TYPE-1: section 3 of the specification, the values for a payment method in calls. Each list is defined only here. */
export const PAYMENT_MODES = {
  PAYMENT_GATEWAY: 'PAYMENT_GATEWAY',
  AIR_TIME: 'AIR_TIME',
  /** From airtime, for a broadband line. */
  HBB_AIRTIME: 'HBB_AIRTIME',
  MONEY: `${OPERATOR_WORD}_MONEY`,
  MONEY_PUSH: `${OPERATOR_WORD}_MONEY_PUSH`,
  SMARTCASH: 'smart cash',
  MPESA: 'MPESA',
  AIRTEL_MONEY: 'AIRTEL_MONEY',
  PISPI: 'PISPI',
} as const

/** Names of the modes that have a connector of their own. */
export type ConnectorMode = Exclude<keyof typeof PAYMENT_MODES, 'HBB_AIRTIME'>

/** Channels; two of them are also accepted where a mode is expected, as the specification's pages send them. */
export const CHANNEL_CODES = { CARD: 'PG', WALLET: 'AM', SMARTCASH: 'SMARTCASH_SECURE', MONEY: `${OPERATOR_WORD}_MONEY` } as const

export const OPTION_TYPES = ['PG', 'AM', 'airtime', 'smartcash', 'mpesa', 'airtel-money', 'pispi'] as const

/** Every value that a call accepts as a payment method. */
export const PAYMENT_WORDS = [...new Set([...Object.values(PAYMENT_MODES), CHANNEL_CODES.SMARTCASH])]

export function airtimeMode(lineType: string): (typeof PAYMENT_MODES)['AIR_TIME' | 'HBB_AIRTIME'] {
  return lineType === 'BROADBAND' ? PAYMENT_MODES.HBB_AIRTIME : PAYMENT_MODES.AIR_TIME
}
