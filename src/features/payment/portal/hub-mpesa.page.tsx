import { data } from 'react-router'
import { metaTags, readContent } from '#portal/texts.ts'
import { METHOD_ROUTES, PAYMENT_MODES } from '../methods.ts'
import type { Route } from './+types/hub-mpesa.page.ts'
import { HubFrame } from './hub-frame.tsx'
import { loadMethod } from './hub.ts'
import { PhoneForm } from './phone-form.tsx'
import { pushToPhone } from './phone-payment.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const [hub, walletTexts] = await Promise.all([
    loadMethod(context, request, METHOD_ROUTES.mpesa),
    readContent(context, 'wallet-translation'),
  ])
  return data({ ...hub, walletTexts }, { headers: { 'cache-control': 'no-store' } })
}

export const action = ({ context, request }: Route.ActionArgs) =>
  pushToPhone(context, request, { paymentMode: PAYMENT_MODES.MPESA, wantsEmail: true })

export const meta: Route.MetaFunction = ({ loaderData }) => [...metaTags(loaderData?.meta), { name: 'robots', content: 'noindex' }]

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

/** MP-1 */
export default function HubMpesaPage({ loaderData, actionData }: Route.ComponentProps) {
  const { walletTexts, texts, queryData, option } = loaderData
  return (
    <HubFrame {...loaderData} chosen={option.route}>
      <PhoneForm
        hubTexts={texts}
        texts={walletTexts}
        queryData={queryData}
        answered={actionData}
        lead={walletTexts.mpesaLead}
        submitLabel={walletTexts.continueToPay}
        hasCancel
        wantsEmail
      />
    </HubFrame>
  )
}
