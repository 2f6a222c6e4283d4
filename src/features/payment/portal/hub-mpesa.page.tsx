import { page } from '#portal/page/page.ts'
import { PAYMENT_MODES } from '#shared/payment-words.ts'
import { WAYS_TO_PAY } from '#shared/connector-table.ts'
import { HubFrame } from './hub-frame.tsx'
import { hubManner, loadMethod } from './hub.ts'
import { PhoneForm } from './phone-form.tsx'
import { phoneFormOf, pushToPhone } from './phone-payment.ts'
import TypingHelp from './typing-help.island.ts'

/** MP-1 */
export default page(`/payment/start/${WAYS_TO_PAY.mpesa.route}`, {
  load: (request) => loadMethod(request, WAYS_TO_PAY.mpesa.route),
  act: (request, form) => pushToPhone(request, form, { paymentMode: PAYMENT_MODES.MPESA, wantsEmail: true }),
  tags: ({ tags }) => tags,
  manner: hubManner,
  View({ data, answer }) {
    const { mpesaLead: lead, continueToPay: submitLabel } = data.walletTexts
    return (
      <HubFrame {...data} chosen={data.option.route}>
        <TypingHelp>
          <PhoneForm form={phoneFormOf(data, answer, { lead, submitLabel, hasCancel: true, wantsEmail: true })} />
        </TypingHelp>
      </HubFrame>
    )
  },
})
