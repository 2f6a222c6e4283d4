import { data, type RouterContextProvider } from 'react-router'
import { fillText } from '#shared/fill-text.ts'
import { isFailure } from '#shared/reply.ts'
import { portalApi } from '#portal/page-context.ts'
import { readContent } from '#portal/texts.ts'
import type { WalletTexts } from './phone-form.tsx'
import { hasProblems, readPhoneForm } from './phone-payment.ts'

type Context = Readonly<RouterContextProvider>

/** What a page with a PIN needs besides the hub. MM-1, SC-1: a locked wallet is told whom to call, as the operator configured it. */
export async function loadPinTexts(context: Context, texts: WalletTexts) {
  const [codeTexts, config] = await Promise.all([readContent(context, 'otp-translation'), context.get(portalApi).readProductConfig()])
  if (isFailure(config)) return { codeTexts, locked: null }
  const { customerCareNumber, pinResetDial } = config.result.configData
  return { codeTexts, locked: fillText(texts.walletLocked, { care: customerCareNumber, dial: pinResetDial }) }
}

/** A PIN leaves the browser encrypted or not at all: without script the form says so, after saying what is wrong with the number. */
export async function refusePinWithoutScript(context: Context, request: Request) {
  const answer = readPhoneForm(await request.formData(), { wantsEmail: false })
  const { pinNeedsScript } = await readContent(context, 'wallet-translation')
  return data({ ...answer, message: hasProblems(answer) ? null : pinNeedsScript }, { status: 422 })
}
