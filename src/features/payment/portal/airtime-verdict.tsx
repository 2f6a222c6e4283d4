import { fillText } from '#shared/fill-text.ts'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import { formatMoney, fromMajor, subtractMoney } from '#shared/money.ts'
import { unbroken } from '#shared/unbroken.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { Button, ButtonLink } from '#portal/ui/frame/button.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { FieldsForm } from '#portal/ui/fields/fields-form.tsx'
import type { AirtimeBalance } from './airtime-steps.ts'
import type { WalletTexts } from './hub-texts.ts'
import styles from './hub.module.css'

type AirtimeVerdictProps = {
  texts: WalletTexts
  airtime: AirtimeBalance
  msisdn: string
  amount: number
  /** Where No leads: the first step of the same page. */
  here: string
}

/** AIR-2: one confirmation before the balance is charged, or the options when it is too small. */
export function AirtimeVerdict({ texts, airtime, msisdn, amount, here }: AirtimeVerdictProps) {
  const language = useLanguage()
  const words = (units: number) => formatMoney(fromMajor(units), language)
  const number = unbroken(formatMobileNumber(msisdn))
  const { balance, isEnough, affordable, transactionId } = airtime
  if (!isEnough)
    return (
      <div className={styles.stack}>
        <Notification kind="warn" title={texts.insufficient}>
          {fillText(texts.insufficientHint, { number, balance: words(balance) })}
        </Notification>
        {affordable.length > 0 && (
          <>
            <p>{fillText(texts.couldBuy, { balance: words(balance) })}</p>
            <ul>
              {affordable.map((bundle) => (
                <li key={bundle.name}>
                  {bundle.name} ({words(bundle.amount)})
                </li>
              ))}
            </ul>
          </>
        )}
        <ButtonLink isWide look="quiet" href={`/prepaid-recharge?msisdn=${msisdn}`}>
          {texts.rechargeFirst}
        </ButtonLink>
      </div>
    )
  return (
    <FieldsForm>
      <h3>{texts.areYouSure}</h3>
      <p>
        {fillText(texts.confirmAirtime, {
          amount: words(amount),
          number,
          rest: formatMoney(subtractMoney(fromMajor(balance), fromMajor(amount)), language),
        })}
      </p>
      <input type="hidden" name="msisdn" value={msisdn} />
      <input type="hidden" name="transactionId" value={transactionId} />
      <div className={styles.choices}>
        <Button isWide name="intent" value="pay">
          {texts.yes}
        </Button>
        <ButtonLink isWide look="quiet" href={here}>
          {texts.no}
        </ButtonLink>
      </div>
    </FieldsForm>
  )
}
