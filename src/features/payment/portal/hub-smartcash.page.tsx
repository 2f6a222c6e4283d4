import { page } from '#portal/page/page.ts'
import { CHANNEL_CODES } from '#shared/payment-words.ts'
import { WAYS_TO_PAY } from '#shared/connector-table.ts'
import { HubFrame } from './hub-frame.tsx'
import { hubManner, loadMethod } from './hub.ts'
import { phoneFormOf } from './phone-payment.ts'
import { loadPinWords, pinPaymentOf, refusePinWithoutScript } from './pin-page.ts'
import PinPayment from './pin-payment.island.tsx'

/** SC-1 */
export default page(`/payment/start/${WAYS_TO_PAY.smartcash.route}`, {
  async load(request) {
    const hub = await loadMethod(request, WAYS_TO_PAY.smartcash.route)
    return { ...hub, pin: await loadPinWords(request, hub.walletTexts) }
  },
  act: (request, form) => refusePinWithoutScript(request, form),
  tags: ({ tags }) => tags,
  manner: hubManner,
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
