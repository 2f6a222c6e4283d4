import { consolePage } from '../../console-page.ts'
import { PAYMENT_READERS } from '../../readers.ts'
import { readPaymentDetails } from '../../queries/payment-details.ts'
import { numberTexts } from './number-texts.ts'

/** CON-10: what showing a full number means, before it is shown. The form goes to the payment, where the number appears. */
export const numberPage = consolePage({
  path: '/payments/:reference/number',
  menu: 'payments',
  mayRead: PAYMENT_READERS,
  view: 'number',
  async load({ deps, params, language }) {
    const details = await readPaymentDetails({ db: deps.db, store: deps.payments.store }, params.reference ?? '')
    const line = details?.state.order.delivery.msisdn ?? null
    if (!details || line === null) return { kind: 'not-found' }
    return { kind: 'page', title: numberTexts(language).title, props: { reference: details.state.order.reference, line } }
  },
})
