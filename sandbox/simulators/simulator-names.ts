/** The names of all simulators: one public protocol each. */
export const SIMULATOR_NAMES = [
  'tmforum',
  'sms',
  'paystack',
  'dpo',
  'tingg',
  'uba',
  'daraja',
  'money',
  'smartcash',
  'airtel-money',
  'cinetpay',
  'pispi',
] as const
export type SimulatorName = (typeof SIMULATOR_NAMES)[number]
