import { fillText } from '#shared/fill-text.ts'
import type { Language } from '#shared/language.ts'
import { formatMoney, fromMajor } from '#shared/money.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { Button, ButtonLink } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import styles from './on-this-phone.module.css'

export const PATH = '/on-this-phone'
/** Asks for confirmation before it erases. */
export const ASKING = `${PATH}?erase=ask#erase`

type Texts = ContentPackages['phone-translation']
export type OpenPayment = { reference: string; amount: number; currencyCode: string }

/** ERASE-1, OFF-5: the storage this site uses on the phone, and a button that erases it after confirmation. `open` is null before that. */
export function EraseCard({ texts, language, open }: { texts: Texts; language: Language; open: readonly OpenPayment[] | null }) {
  return (
    <div id="erase" data-part="all">
      <Card heading={texts.emptyTitle}>
        <p data-used={texts.emptyUsed} data-nothing={texts.emptyNothing} />
        {open === null ? (
          <ButtonLink look="quiet" href={ASKING}>
            {texts.emptyAll}
          </ButtonLink>
        ) : (
          <>
            {open.length > 0 && <OpenPayments texts={texts} language={language} open={open} />}
            <p>{texts.emptyAsk}</p>
            <form method="post" action={PATH} className={styles.answers}>
              <Button look="quiet">{texts.emptyYes}</Button>
              <ButtonLink look="quiet" href={PATH}>
                {texts.emptyNo}
              </ButtonLink>
            </form>
          </>
        )}
      </Card>
    </div>
  )
}

function OpenPayments({ texts, language, open }: { texts: Texts; language: Language; open: readonly OpenPayment[] }) {
  return (
    <Notification kind="warn" title={texts.openTitle}>
      <p>{texts.openText}</p>
      <ul className={styles.open}>
        {open.map(({ reference, amount, currencyCode }) => (
          <li key={reference}>
            {fillText(texts.openReference, {
              reference: reference.replace(/(.{4})(?=.)/g, '$1-'),
              amount: formatMoney(fromMajor(amount, currencyCode), language),
            })}
          </li>
        ))}
      </ul>
    </Notification>
  )
}
