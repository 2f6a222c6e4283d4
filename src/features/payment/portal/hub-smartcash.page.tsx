import { page } from '#portal/page/page.ts'
import { CHANNEL_CODES } from '#shared/payment-codes.ts'
import { PAYMENT_METHODS } from '#shared/connector-table.ts'
import { HubFrame } from './hub-frame.tsx'
import { loadMethod } from './hub.ts'
import { phoneFormOf } from './phone-payment.ts'
import { loadPinWords, pinPaymentOf, refusePinWithoutScript } from './pin-page.ts'
import PinPayment from './pin-payment.island.tsx'

/** SC-1 */
export default page(`/payment/start/${PAYMENT_METHODS.smartcash.route}`, {
  async load(request) {
    const hub = await loadMethod(request, PAYMENT_METHODS.smartcash.route)
    return { ...hub, pin: await loadPinWords(request, hub.walletTexts) }
  },
  action: (request, form) => refusePinWithoutScript(request, form),
  tags: ({ tags }) => tags,
  View({ data, answer }) {
    const { pinLead: lead, registeredNumber: label, proceed: submitLabel, howWillYouPay } = data.walletTexts
    return (
      <HubFrame {...data} chosen={data.option.route}>
        <h3>{howWillYouPay}</h3>
        <PinPayment
          {...pinPaymentOf(data, data.pin, CHANNEL_CODES.SMARTCASH)}
          form={phoneFormOf(data, answer, { lead, label, submitLabel, hasCancel: true })}
        />
      </HubFrame>
    )
  },
})
