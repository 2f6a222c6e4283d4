import { fillText } from '#shared/fill-text.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Icon } from '#portal/ui/signs/icon.tsx'
import { Spoken } from '#portal/ui/messages/spoken.tsx'
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
        <Gateways texts={texts} gateways={gateways} chosen={answer?.gateway ?? gateways[0]?.id ?? ''} />
        <EmailField
          isFirst
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

type GatewaysProps = { texts: MethodPage['texts']; gateways: MethodPage['option']['gateways']; chosen: string }

/** One line that names the chosen gateway's page; the others are behind "Change". The checked one shows, so that a choice that came back does. */
function Gateways({ texts, gateways, chosen }: GatewaysProps) {
  const [before, after] = fillText(texts.gatewayPage, { name: '\n' }).split('\n')
  return (
    <fieldset className={styles.gateways}>
      <legend>
        <Spoken>{texts.gateway}</Spoken>
      </legend>
      {gateways.length > 1 && (
        <details>
          <summary>{texts.gatewayChange}</summary>
        </details>
      )}
      {gateways.map(({ id, name }) => (
        <label key={id} className={styles.gateway}>
          <input type="radio" name="gateway" value={id} defaultChecked={id === chosen} />
          <span className={styles.letter} data-icon={gatewayIcon(id).name} aria-hidden="true">
            <Icon path={gatewayIcon(id).path} />
          </span>
          <span>
            <span className={styles.around}>{before}</span>
            <b>{name}</b>
            <span className={styles.around}>{after}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
