import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { FieldsForm } from '#portal/ui/fields/fields-form.tsx'

type UnreadBalanceProps = { texts: ContentPackages['balance-translation']; msisdn: string; message: string }

/** Shown when the operator did not answer: the proof is still valid, so a retry is one tap. */
export function UnreadBalance({ texts, msisdn, message }: UnreadBalanceProps) {
  return (
    <Notification kind="bad" title={texts.couldNotRead} action={<ReadAgain msisdn={msisdn}>{texts.tryAgain}</ReadAgain>}>
      {message}
    </Notification>
  )
}

/** Retries reading the balance: the visit's proof is on the server, and the page holds nothing of it. */
export function ReadAgain({ msisdn, children }: { msisdn: string; children: React.ReactNode }) {
  return (
    <FieldsForm>
      <input type="hidden" name="msisdn" value={msisdn} />
      <Button look="quiet" isSmall name="intent" value="balance">
        {children}
      </Button>
    </FieldsForm>
  )
}
