import { isEnglish } from '#shared/language.ts'
import { page, type PageRequest } from '#portal/page/page.ts'
import { PAYMENT_METHODS, phoneRoutes } from '#shared/connector-table.ts'
import { HubFrame } from './hub-frame.tsx'
import { loadMethod } from './hub.ts'
import { PhoneForm } from './phone-form.tsx'
import { phoneFormOf, pushToPhone } from './phone-payment.ts'
import TypingHelp from './typing-help.island.ts'

/** MP-1, and every other wallet whose payer approves a request on the phone. */
export default page(
  phoneRoutes().map((route) => `/payment/start/${route}`),
  {
    async load(request) {
      const method = methodOf(request)
      return { ...(await loadMethod(request, method.route)), ...method, language: request.language }
    },
    async action(request, form) {
      const { route, wantsEmail } = methodOf(request)
      const { option } = await loadMethod(request, route)
      return pushToPhone(request, form, { paymentMode: option.paymentMode, wantsEmail })
    },
    tags: ({ tags }) => tags,
    View({ data, answer }) {
      const { walletTexts, texts, isMpesa, wantsEmail } = data
      const lead = isMpesa ? walletTexts.mpesaLead : walletTexts.pushLead
      // MP-1 fixes the English words; in other languages every method uses the same ones.
      const submitLabel = isMpesa && isEnglish(data.language) ? walletTexts.continueToPay : texts.payAmount
      return (
        <HubFrame {...data} chosen={data.option.route}>
          <TypingHelp>
            <PhoneForm form={phoneFormOf(data, answer, { lead, submitLabel, hasCancel: true, wantsEmail })} />
          </TypingHelp>
        </HubFrame>
      )
    },
  },
)

function methodOf({ url }: PageRequest) {
  const route = url.pathname.split('/').at(-1) ?? ''
  const method = Object.values(PAYMENT_METHODS).find((each) => each.route === route)
  return { route, isMpesa: route === PAYMENT_METHODS.mpesa.route, wantsEmail: method !== undefined && 'wantsEmail' in method }
}
