import { requestTexts } from '#features/one-time-code/portal/code-texts.ts'
import { readCodeTexts } from '#features/one-time-code/portal/read-code-texts.ts'
import { typableCode, unsentWords } from '#features/one-time-code/portal/requested-code.ts'
import { RequestedCodeForm } from '#features/one-time-code/portal/requested-code-form.tsx'
import { page } from '#portal/page/page.ts'
import { PAYMENT_METHODS } from '#shared/connector-table.ts'
import AirtimeForm from './airtime-form.island.tsx'
import { takeAirtimeStep } from './airtime-steps.ts'
import { AirtimeVerdict } from './airtime-verdict.tsx'
import { HubFrame } from './hub-frame.tsx'
import { loadMethod } from './hub.ts'
import { phoneFormOf } from './phone-payment.ts'

/** AIR-1, AIR-2: a number and its code, the balance, then a confirmation. */
export default page(`/payment/start/${PAYMENT_METHODS.airtime.route}`, {
  async load(request) {
    const [hub, codeTexts] = await Promise.all([loadMethod(request, PAYMENT_METHODS.airtime.route), readCodeTexts(request)])
    return { ...hub, codeTexts }
  },
  action: takeAirtimeStep,
  tags: ({ tags }) => tags,
  View({ data, answer }) {
    const { walletTexts, codeTexts, queryData, option, purchaseId } = data
    if (answer?.airtime)
      return (
        <HubFrame {...data} chosen={option.route}>
          <AirtimeVerdict
            texts={walletTexts}
            airtime={answer.airtime}
            msisdn={answer.msisdn}
            amount={queryData.amount}
            here={`/payment/start/${option.route}?purchase=${purchaseId}`}
          />
        </HubFrame>
      )
    const code = typableCode(answer?.code)
    const unsent = unsentWords(answer?.code, codeTexts)
    const form = phoneFormOf(data, answer && { ...answer, message: unsent ?? answer.message }, {
      lead: walletTexts.airtimeLead,
      hint: walletTexts.airtimePhoneHint,
      submitLabel: walletTexts.continue,
      wantsEmail: true,
      intent: 'send-code',
      problemWords: {
        phoneRequired: walletTexts.airtimePhoneRequired,
        phoneInvalid: walletTexts.airtimePhoneInvalid,
        emailRequired: walletTexts.airtimeEmailRequired,
        emailInvalid: walletTexts.airtimeEmailInvalid,
      },
    })
    return (
      <HubFrame {...data} chosen={option.route}>
        {code ? <RequestedCodeForm texts={codeTexts} code={code} /> : <AirtimeForm form={form} codeTexts={requestTexts(codeTexts)} />}
      </HubFrame>
    )
  },
})
