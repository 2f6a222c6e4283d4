import { readCodeTexts } from '#features/one-time-code/portal/read-code-texts.ts'
import { requestTexts, type CodeTexts } from '#features/one-time-code/portal/code-texts.ts'
import { fillText } from '#shared/fill-text.ts'
import { isFailure } from '#shared/failure.ts'
import { CHANNEL_CODES } from '#shared/payment-codes.ts'
import type { Redisplay, PageRequest, PostedForm } from '#portal/page/page.ts'
import { pickTexts } from '#portal/texts/pick-texts.ts'
import { readContent } from '#portal/texts/texts.ts'
import type { MethodPage } from './hub.ts'
import type { WalletTexts } from './hub-texts.ts'
import { hasProblems, readPhoneForm, type PhoneAnswer } from './phone-payment.ts'
import { PIN_TEXTS } from './pin-texts.ts'

type PinWords = { codeTexts: CodeTexts; locked: string | null }

/** Data of a page with a PIN in addition to the hub's. MM-1, SC-1: a locked wallet shows the contact that the operator configured. */
export async function loadPinWords(request: PageRequest, texts: WalletTexts): Promise<PinWords> {
  const [codeTexts, config] = await Promise.all([readCodeTexts(request), request.api.readProductConfig()])
  if (isFailure(config)) return { codeTexts, locked: null }
  const { pinResetDial } = config.result.configData
  return { codeTexts, locked: fillText(texts.walletLocked, { dial: pinResetDial }) }
}

/** Props of its island. */
export function pinPaymentOf(
  { purchaseId, queryData, walletTexts, texts }: MethodPage,
  { codeTexts, locked }: PinWords,
  paymentMode: string,
) {
  return {
    texts: pickTexts(walletTexts, PIN_TEXTS),
    codeTexts: requestTexts(codeTexts),
    locked,
    payAmount: texts.payAmount,
    purchaseId,
    amount: queryData.amount,
    paymentMode,
    errand: paymentMode === CHANNEL_CODES.SMARTCASH ? ('SMARTCASH' as const) : ('PAYMENT' as const),
  }
}

/** A PIN leaves the browser encrypted or not at all: without script the form says so, after any error about the number. */
export async function refusePinWithoutScript(request: PageRequest, form: PostedForm): Promise<Redisplay<PhoneAnswer>> {
  const answer = readPhoneForm(form, { wantsEmail: false })
  const { pinNeedsScript } = await readContent(request, 'wallet-translation')
  return { redisplay: { ...answer, message: hasProblems(answer) ? null : pinNeedsScript } }
}
