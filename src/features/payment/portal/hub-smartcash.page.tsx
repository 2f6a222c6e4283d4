import { data } from 'react-router'
import { API_PREFIX } from '#shared/endpoint.ts'
import { isFailure } from '#shared/reply.ts'
import type { readProductConfig } from '#features/product-config/contract.ts'
import { portalApi } from '#portal/page-context.ts'
import { metaTags, readContent } from '#portal/texts.ts'
import { METHOD_ROUTES, PAYMENT_MODES } from '../methods.ts'
import type { Route } from './+types/hub-smartcash.page.ts'
import { HubFrame } from './hub-frame.tsx'
import { loadMethod } from './hub.ts'
import { lockedWords, refusePinWithoutScript } from './pin-page.ts'
import { PinPayment } from './pin-payment.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const [hub, walletTexts, codeTexts, config] = await Promise.all([
    loadMethod(context, request, METHOD_ROUTES.smartcash),
    readContent(context, 'wallet-translation'),
    readContent(context, 'otp-translation'),
    context.get(portalApi).call<typeof readProductConfig>('GET', `${API_PREFIX}/resource/v1/get-product-config`, undefined),
  ])
  const locked = isFailure(config) ? '' : lockedWords(walletTexts, config.result.configData)
  return data({ ...hub, walletTexts, codeTexts, locked }, { headers: { 'cache-control': 'no-store' } })
}

export const action = ({ context, request }: Route.ActionArgs) => refusePinWithoutScript(context, request)

export const meta: Route.MetaFunction = ({ loaderData }) => [...metaTags(loaderData?.meta), { name: 'robots', content: 'noindex' }]

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

/** SC-1 */
export default function HubSmartcashPage({ loaderData, actionData }: Route.ComponentProps) {
  const { walletTexts, codeTexts, locked, texts, queryData, option, purchaseId } = loaderData
  return (
    <HubFrame {...loaderData} chosen={option.route}>
      <h3>{walletTexts.howWillYouPay}</h3>
      <PinPayment
        texts={walletTexts}
        codeTexts={codeTexts}
        hubTexts={texts}
        locked={locked}
        purchaseId={purchaseId}
        queryData={queryData}
        answered={actionData}
        paymentMode={PAYMENT_MODES.SMARTCASH}
        lead={walletTexts.pinLead}
        label={walletTexts.registeredNumber}
        submitLabel={walletTexts.proceed}
        hasCancel
      />
    </HubFrame>
  )
}
