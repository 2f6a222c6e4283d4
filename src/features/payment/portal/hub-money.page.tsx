import { data } from 'react-router'
import { metaTags, readContent } from '#portal/texts.ts'
import { METHOD_ROUTES, PAYMENT_MODES } from '../methods.ts'
import type { Route } from './+types/hub-money.page.ts'
import { HubFrame } from './hub-frame.tsx'
import { loadMethod } from './hub.ts'
import { PhoneForm } from './phone-form.tsx'
import { pushToPhone } from './phone-payment.ts'
import { PinPayment } from './pin-payment.tsx'
import { loadPinTexts, refusePinWithoutScript } from './pin-page.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const [hub, walletTexts] = await Promise.all([
    loadMethod(context, request, METHOD_ROUTES.money),
    readContent(context, 'wallet-translation'),
  ])
  const pin = hub.option.paymentMode === PAYMENT_MODES.MONEY ? await loadPinTexts(context, walletTexts) : null
  return data({ ...hub, walletTexts, pin }, { headers: { 'cache-control': 'no-store' } })
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
  const { walletTexts, pin, texts, queryData, option, purchaseId } = loaderData
  const shared = { texts: walletTexts, hubTexts: texts, queryData, answered: actionData }
  return (
    <HubFrame {...loaderData} chosen={option.route}>
      {pin ? (
        <PinPayment
          {...shared}
          {...pin}
          purchaseId={purchaseId}
          paymentMode={PAYMENT_MODES.MONEY}
          lead={walletTexts.pinLead}
          submitLabel={walletTexts.continue}
        />
      ) : (
        <PhoneForm {...shared} lead={walletTexts.pushLead} submitLabel={walletTexts.sendRequest} />
      )}
    </HubFrame>
  )
}
