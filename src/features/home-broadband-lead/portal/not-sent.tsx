import type { ContentPackages } from '#portal/content-packages.ts'
import { Button } from '#portal/ui/button.tsx'
import { Notification } from '#portal/ui/notification.tsx'
import type { LeadAnswer } from './lead-answer.ts'

/** Why a request did not go out; after a code that was right it can be sent again as it is. */
export function NotSent({ texts, answer }: { texts: ContentPackages['hbb-lead-translation']; answer: LeadAnswer | null }) {
  if (!answer?.message) return null
  return (
    <Notification
      kind="bad"
      title={texts.notSent}
      action={
        answer.canSendAgain && (
          <form method="post">
            <Button isSmall name="intent" value="submit">
              {texts.sendAgain}
            </Button>
          </form>
        )
      }
    >
      {answer.message}
    </Notification>
  )
}
