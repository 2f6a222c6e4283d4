import { data } from 'react-router'
import { metaTags, readContent } from '#portal/texts.ts'
import { METHOD_ROUTES, PAYMENT_MODES } from '../methods.ts'
import type { Route } from './+types/hub-smartcash.page.ts'
import { HubFrame } from './hub-frame.tsx'
import { loadMethod } from './hub.ts'
import { loadPinTexts, refusePinWithoutScript } from './pin-page.ts'
import { PinPayment } from './pin-payment.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const [hub, walletTexts] = await Promise.all([
    loadMethod(context, request, METHOD_ROUTES.smartcash),
    readContent(context, 'wallet-translation'),
  ])
  const pin = await loadPinTexts(context, walletTexts)
  return data({ ...hub, walletTexts, pin }, { headers: { 'cache-control': 'no-store' } })
}

export const action = ({ context, request }: Route.ActionArgs) => refusePinWithoutScript(context, request)

export const meta: Route.MetaFunction = ({ loaderData }) => [...metaTags(loaderData?.meta), { name: 'robots', content: 'noindex' }]

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

/** SC-1 */
export default function HubSmartcashPage({ loaderData, actionData }: Route.ComponentProps) {
  const { walletTexts, pin, texts, queryData, option, purchaseId } = loaderData
  const shared = { texts: walletTexts, hubTexts: texts, queryData, answered: actionData }
  return (
    <HubFrame {...loaderData} chosen={option.route}>
      <h3>{walletTexts.howWillYouPay}</h3>
      <PinPayment
        {...shared}
        {...pin}
        purchaseId={purchaseId}
        paymentMode={PAYMENT_MODES.SMARTCASH}
        lead={walletTexts.pinLead}
        label={walletTexts.registeredNumber}
        submitLabel={walletTexts.proceed}
        hasCancel
      />
    </HubFrame>
  )
}
