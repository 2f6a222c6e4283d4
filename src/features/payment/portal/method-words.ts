import type { PaymentOption } from '../contract.ts'
import type { HubTexts } from './hub-texts.ts'

/** Brands keep their names; everything else is in the visitor's language. */
export function methodWords(option: PaymentOption, texts: HubTexts): { name: string; hint: string } {
  switch (option.type) {
    case 'PG':
      return { name: texts.methodCard, hint: texts.methodCardHint }
    case 'airtime':
      return { name: texts.methodAirtime, hint: texts.methodAirtimeHint }
    case 'mpesa':
      return { name: texts.methodMpesa, hint: texts.methodMoneyHint }
    case 'smartcash':
      return { name: option.paymentOpt, hint: texts.methodSmartcashHint }
    case 'AM':
      return { name: option.paymentOpt, hint: option.paymentMode.endsWith('_PUSH') ? texts.methodMoneyHint : texts.methodMoneyPinHint }
    default:
      return { name: option.paymentOpt, hint: texts.methodMoneyHint }
  }
}
