import { Form, useNavigation } from 'react-router'
import type { ContentPackages } from '#portal/content-packages.ts'
import { Button } from '#portal/ui/button.tsx'
import { Notification } from '#portal/ui/notification.tsx'
import type { BalanceReading } from './read-balance.ts'

type UnreadBalanceProps = {
  texts: ContentPackages['balance-translation']
  msisdn: string
  reading: Extract<BalanceReading, { kind: 'unread' }>
}

/** The operator did not answer: the proven code is still good, so trying again is one tap. */
export function UnreadBalance({ texts, msisdn, reading: { message, uniqueCode } }: UnreadBalanceProps) {
  return (
    <Notification
      kind="bad"
      title={texts.couldNotRead}
      action={
        <ReadAgain msisdn={msisdn} uniqueCode={uniqueCode}>
          {texts.tryAgain}
        </ReadAgain>
      }
    >
      {message}
    </Notification>
  )
}

/** Reads the balance once more with the proof at hand. It travels in the form, never in the address. */
export function ReadAgain({ msisdn, uniqueCode, children }: { msisdn: string; uniqueCode: string; children: React.ReactNode }) {
  const isBusy = useNavigation().state !== 'idle'
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="msisdn" value={msisdn} />
      <input type="hidden" name="uniqueCode" value={uniqueCode} />
      <Button look="quiet" isSmall name="intent" value="balance" disabled={isBusy}>
        {children}
      </Button>
    </Form>
  )
}
