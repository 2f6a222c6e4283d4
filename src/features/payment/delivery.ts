import type { MobileNumber } from '#shared/mobile-number.ts'
import type { Xof } from '#shared/money.ts'

/** What a payment buys. */
export type Delivery =
  | { kind: 'airtime'; msisdn: MobileNumber; amount: Xof }
  | { kind: 'bundle'; msisdn: MobileNumber; productCode: string; amount: Xof }
  | { kind: 'bill'; accountNo: string; invoiceNo: string | null; msisdn: MobileNumber | null; amount: Xof }
