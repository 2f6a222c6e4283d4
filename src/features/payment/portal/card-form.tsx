import { fillText } from '#shared/fill-text.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { ChoiceChips } from '#portal/ui/choices/choice-chips.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { FieldsForm } from '#portal/ui/fields/fields-form.tsx'
import CardPopup from './card-popup.island.ts'
import { EmailField } from './email-field.tsx'
import { gatewayIcon } from './gateway-icons.ts'
import type { MethodPage } from './hub.ts'
import styles from './card-form.module.css'

export type CardAnswer = { email: string; gateway: string; problem: 'emailRequired' | 'emailInvalid' | null; message: string | null }

/** CARD-1: a gateway and an email address. card-popup.island.ts reveals the hidden parts. */
export function CardForm({ hub, answer }: { hub: MethodPage; answer: CardAnswer | null }) {
  const { texts, walletTexts, option, queryData, exchange, sum, purchaseId, email } = hub
  const working = option.gateways.filter((gateway) => gateway.isAvailable)
  // When no gateway seems to work, all are offered: trying is better than a page without a choice.
  const gateways = working.length > 0 ? working : option.gateways
  const popup = { 'data-purchase': purchaseId, 'data-amount': queryData.amount, 'data-title': texts.popupTitle }
  return (
    <CardPopup>
      <FieldsForm noValidate {...popup}>
        {answer?.message && (
          <div data-said>
            <Notification kind="bad">{answer.message}</Notification>
          </div>
        )}
        <div data-said="refused" hidden>
          <Notification kind="bad">
            <span data-words={walletTexts.noAnswer} />
          </Notification>
        </div>
        <div data-said="cancelled" hidden>
          <Notification kind="info">{texts.popupCancelled}</Notification>
        </div>
        {exchange?.payIn && (
          <>
            <input type="hidden" name="currency" value={exchange.payIn.currencyCode} />
            <input type="hidden" name="convertedAmount" value={exchange.payIn.amount} />
          </>
        )}
        <div className={styles.gateways}>
          {gateways.length > 1 && (
            <details>
              <summary>{texts.gatewayChange}</summary>
            </details>
          )}
          <ChoiceChips
            legend={texts.gateway}
            name="gateway"
            defaultValue={answer?.gateway ?? gateways[0]?.id ?? ''}
            choices={gateways.map(({ id, name }) => ({ value: id, label: name, icon: gatewayIcon(id) }))}
          />
        </div>
        <EmailField
          words={texts}
          email={answer?.email ?? email}
          problem={answer?.problem ? texts[answer.problem] : undefined}
          isReadOnly={queryData.transactionType === 'HBB_LEADS' && queryData.emailId !== null}
        />
        <p className={styles.note}>{texts.cardNote}</p>
        <Button isWide>{fillText(texts.payAmount, { amount: sum })}</Button>
      </FieldsForm>
    </CardPopup>
  )
}
