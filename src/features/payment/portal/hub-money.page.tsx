import { data } from 'react-router'
import { API_PREFIX } from '#shared/endpoint.ts'
import { isFailure } from '#shared/reply.ts'
import type { readProductConfig } from '#features/product-config/contract.ts'
import { portalApi } from '#portal/page-context.ts'
import { metaTags, readContent } from '#portal/texts.ts'
import { METHOD_ROUTES, PAYMENT_MODES } from '../methods.ts'
import type { Route } from './+types/hub-money.page.ts'
import { HubFrame } from './hub-frame.tsx'
import { loadMethod } from './hub.ts'
import { PhoneForm } from './phone-form.tsx'
import { pushToPhone } from './phone-payment.ts'
import { PinPayment } from './pin-payment.tsx'
import { lockedWords, refusePinWithoutScript } from './pin-page.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const [hub, walletTexts, config] = await Promise.all([
    loadMethod(context, request, METHOD_ROUTES.money),
    readContent(context, 'wallet-translation'),
    context.get(portalApi).call<typeof readProductConfig>('GET', `${API_PREFIX}/resource/v1/get-product-config`, undefined),
  ])
  const isPin = hub.option.paymentMode === PAYMENT_MODES.MONEY
  const codeTexts = isPin ? await readContent(context, 'otp-translation') : null
  const locked = isFailure(config) ? '' : lockedWords(walletTexts, config.result.configData)
  return data({ ...hub, walletTexts, codeTexts, locked }, { headers: { 'cache-control': 'no-store' } })
}

/** MM-2; with the PIN switched on (MM-1) only a browser with script goes further, and does so without this. */
export async function action({ context, request }: Route.ActionArgs) {
  const { option } = await loadMethod(context, request.clone(), METHOD_ROUTES.money)
  if (option.paymentMode === PAYMENT_MODES.MONEY) return refusePinWithoutScript(context, request)
  return pushToPhone(context, request, { paymentMode: PAYMENT_MODES.MONEY_PUSH, wantsEmail: false })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [...metaTags(loaderData?.meta), { name: 'robots', content: 'noindex' }]

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

/** MM-1, MM-2 */
export default function HubMoneyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { walletTexts, codeTexts, locked, texts, queryData, option, purchaseId } = loaderData
  return (
    <HubFrame {...loaderData} chosen={option.route}>
      {codeTexts ? (
        <PinPayment
          texts={walletTexts}
          codeTexts={codeTexts}
          hubTexts={texts}
          locked={locked}
          purchaseId={purchaseId}
          queryData={queryData}
          answered={actionData}
          paymentMode={PAYMENT_MODES.MONEY}
          lead={walletTexts.pinLead}
          submitLabel={walletTexts.continue}
        />
      ) : (
        <PhoneForm
          hubTexts={texts}
          texts={walletTexts}
          queryData={queryData}
          answered={actionData}
          lead={walletTexts.pushLead}
          submitLabel={walletTexts.sendRequest}
        />
      )}
    </HubFrame>
  )
}
