import { readCodeTexts } from '#features/one-time-code/portal/read-code-texts.ts'
import { requestTexts, type CodeTexts } from '#features/one-time-code/portal/code-texts.ts'
import { fillText } from '#shared/fill-text.ts'
import { isFailure } from '#shared/failure.ts'
import { CHANNEL_CODES } from '#shared/payment-words.ts'
import type { Again, PageRequest, PostedForm } from '#portal/page/page.ts'
import { pickTexts } from '#portal/texts/pick-texts.ts'
import { readContent } from '#portal/texts/texts.ts'
import type { MethodPage } from './hub.ts'
import type { WalletTexts } from './hub-texts.ts'
import { hasProblems, readPhoneForm, type PhoneAnswer } from './phone-payment.ts'
import { PIN_TEXTS } from './pin-texts.ts'

type PinWords = { codeTexts: CodeTexts; locked: string | null }

/** What a page with a PIN needs besides the hub. MM-1, SC-1: a locked wallet is told whom to call, as the operator configured it. */
export async function loadPinWords(request: PageRequest, texts: WalletTexts): Promise<PinWords> {
  const [codeTexts, config] = await Promise.all([readCodeTexts(request), request.api.readProductConfig()])
  if (isFailure(config)) return { codeTexts, locked: null }
  const { customerCareNumber, pinResetDial } = config.result.configData
  return { codeTexts, locked: fillText(texts.walletLocked, { care: customerCareNumber, dial: pinResetDial }) }
}

/** What its island is told. */
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

/** A PIN leaves the browser encrypted or not at all: without script the form says so, after saying what is wrong with the number. */
export async function refusePinWithoutScript(request: PageRequest, form: PostedForm): Promise<Again<PhoneAnswer>> {
  const answer = readPhoneForm(form, { wantsEmail: false })
  const { pinNeedsScript } = await readContent(request, 'wallet-translation')
  return { again: { ...answer, message: hasProblems(answer) ? null : pinNeedsScript } }
}
