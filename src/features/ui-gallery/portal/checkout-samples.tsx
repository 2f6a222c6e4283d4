import { CodeForm } from '#features/one-time-code/portal/code-form.tsx'
import type { CodeTexts } from '#features/one-time-code/portal/code-texts.ts'
import type { PaymentOption } from '#features/payment/contract.ts'
import type { HubTexts } from '#features/payment/portal/hub-texts.ts'
import { MethodLink } from '#features/payment/portal/method-link.tsx'
import hub from '#features/payment/portal/hub.module.css'
import { PAYMENT_MODES } from '#shared/payment-words.ts'
import { Card } from '#portal/ui/frame/card.tsx'
import styles from './gallery.module.css'

const ROUTE = { route: 'card', gateways: [] }
const ROWS: (PaymentOption & { isChosen?: boolean })[] = [
  { ...ROUTE, type: 'PG', paymentMode: PAYMENT_MODES.PAYMENT_GATEWAY, paymentOpt: 'PG', isAvailable: true, isSlow: false, isChosen: true },
  { ...ROUTE, type: 'mpesa', paymentMode: PAYMENT_MODES.MPESA, paymentOpt: 'MPESA', isAvailable: true, isSlow: true },
  { ...ROUTE, type: 'smartcash', paymentMode: PAYMENT_MODES.SMARTCASH, paymentOpt: 'SmartCash', isAvailable: false, isSlow: false },
]

/** Ways to pay as their providers stand, and codes that are over. */
export function CheckoutSamples({ texts, codeTexts }: { texts: HubTexts; codeTexts: CodeTexts }) {
  return (
    <div className={styles.pair}>
      <Card heading="Moyens de paiement, selon leur état">
        <div className={styles.stack}>
          {ROWS.map((row) => (
            <div key={row.type} className={hub.method}>
              <MethodLink texts={texts} option={row} isChosen={row.isChosen ?? false} address="/ui-gallery" />
            </div>
          ))}
          <p id="method-form">Le formulaire du moyen choisi.</p>
        </div>
      </Card>
      <Card heading="Codes épuisés">
        <CodeForm
          texts={codeTexts}
          msisdn="90000001"
          reference=""
          problem="Trop d’essais. Vous pourrez demander un autre code dans 24 h."
          isOver
        />
      </Card>
    </div>
  )
}
