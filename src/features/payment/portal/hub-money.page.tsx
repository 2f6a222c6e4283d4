import { page } from '#portal/page/page.ts'
import { PAYMENT_MODES } from '#shared/payment-codes.ts'
import { PAYMENT_METHODS } from '#shared/connector-table.ts'
import { HubFrame } from './hub-frame.tsx'
import { loadMethod } from './hub.ts'
import { PhoneForm } from './phone-form.tsx'
import { phoneFormOf, pushToPhone } from './phone-payment.ts'
import { loadPinWords, pinPaymentOf, refusePinWithoutScript } from './pin-page.ts'
import PinPayment from './pin-payment.island.tsx'
import TypingHelp from './typing-help.island.ts'

/** MM-1, MM-2 */
export default page(`/payment/start/${PAYMENT_METHODS.money.route}`, {
  async load(request) {
    const hub = await loadMethod(request, PAYMENT_METHODS.money.route)
    const pin = hub.option.paymentMode === PAYMENT_MODES.MONEY ? await loadPinWords(request, hub.walletTexts) : null
    return { ...hub, pin }
  },
  /** With the PIN switched on (MM-1) a browser needs script to continue, and then does not use this post. */
  async action(request, form) {
    const { option } = await loadMethod(request, PAYMENT_METHODS.money.route)
    if (option.paymentMode === PAYMENT_MODES.MONEY) return refusePinWithoutScript(request, form)
    return pushToPhone(request, form, { paymentMode: PAYMENT_MODES.MONEY_PUSH, wantsEmail: false })
  },
  tags: ({ tags }) => tags,
  View({ data, answer }) {
    const { walletTexts, pin } = data
    return (
      <HubFrame {...data} chosen={data.option.route}>
        {pin ? (
          <PinPayment
            {...pinPaymentOf(data, pin, PAYMENT_MODES.MONEY)}
            form={phoneFormOf(data, answer, { lead: walletTexts.pinLead, submitLabel: walletTexts.continue })}
          />
        ) : (
          <TypingHelp>
            <PhoneForm form={phoneFormOf(data, answer, { lead: walletTexts.pushLead, submitLabel: walletTexts.sendRequest })} />
          </TypingHelp>
        )}
      </HubFrame>
    )
  },
})
