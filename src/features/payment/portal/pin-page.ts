import { data, type RouterContextProvider } from 'react-router'
import { fillText } from '#shared/fill-text.ts'
import type { ConfigData } from '#features/product-config/contract.ts'
import { readContent } from '#portal/texts.ts'
import type { WalletTexts } from './phone-form.tsx'
import { hasProblems, readPhoneForm } from './phone-payment.ts'

/** MM-1, SC-1: what a locked wallet needs, from the operator's configuration. */
export function lockedWords(texts: WalletTexts, { customerCareNumber, pinResetDial }: ConfigData): string {
  return fillText(texts.walletLocked, { care: customerCareNumber, dial: pinResetDial })
}

/** A PIN leaves the browser encrypted or not at all: without script the form says so, after saying what is wrong with the number. */
export async function refusePinWithoutScript(context: Readonly<RouterContextProvider>, request: Request) {
  const answer = readPhoneForm(await request.formData(), { wantsEmail: false })
  const { pinNeedsScript } = await readContent(context, 'wallet-translation')
  return data({ ...answer, message: hasProblems(answer) ? null : pinNeedsScript }, { status: 422 })
}
