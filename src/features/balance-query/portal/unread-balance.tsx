import type { ContentPackages } from '#portal/texts/content-packages.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'

type UnreadBalanceProps = { texts: ContentPackages['balance-translation']; msisdn: string; message: string }

/** The operator did not answer: the proven code is still good, so trying again is one tap. */
export function UnreadBalance({ texts, msisdn, message }: UnreadBalanceProps) {
  return (
    <Notification kind="bad" title={texts.couldNotRead} action={<ReadAgain msisdn={msisdn}>{texts.tryAgain}</ReadAgain>}>
      {message}
    </Notification>
  )
}

/** Reads the balance once more: the visit's proof is the server's, and nothing of it stands in the page. */
export function ReadAgain({ msisdn, children }: { msisdn: string; children: React.ReactNode }) {
  return (
    <form method="post">
      <input type="hidden" name="msisdn" value={msisdn} />
      <Button look="quiet" isSmall name="intent" value="balance">
        {children}
      </Button>
    </form>
  )
}
