import { isEnglish } from '#shared/language.ts'
import { page } from '#portal/page/page.ts'
import { PAYMENT_MODES } from '#shared/payment-codes.ts'
import { PAYMENT_METHODS } from '#shared/connector-table.ts'
import { HubFrame } from './hub-frame.tsx'
import { loadMethod } from './hub.ts'
import { PhoneForm } from './phone-form.tsx'
import { phoneFormOf, pushToPhone } from './phone-payment.ts'
import TypingHelp from './typing-help.island.ts'

/** MP-1 */
export default page(`/payment/start/${PAYMENT_METHODS.mpesa.route}`, {
  load: async (request) => ({ ...(await loadMethod(request, PAYMENT_METHODS.mpesa.route)), language: request.language }),
  action: (request, form) => pushToPhone(request, form, { paymentMode: PAYMENT_MODES.MPESA, wantsEmail: true }),
  tags: ({ tags }) => tags,
  View({ data, answer }) {
    const { mpesaLead: lead, continueToPay } = data.walletTexts
    // MP-1 fixes the English words; in other languages every method uses the same ones.
    const submitLabel = isEnglish(data.language) ? continueToPay : data.texts.payAmount
    return (
      <HubFrame {...data} chosen={data.option.route}>
        <TypingHelp>
          <PhoneForm form={phoneFormOf(data, answer, { lead, submitLabel, hasCancel: true, wantsEmail: true })} />
        </TypingHelp>
      </HubFrame>
    )
  },
})
