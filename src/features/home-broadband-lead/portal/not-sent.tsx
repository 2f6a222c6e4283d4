import { Form } from 'react-router'
import type { ContentPackages } from '#portal/content-packages.ts'
import { Button } from '#portal/ui/button.tsx'
import { Notification } from '#portal/ui/notification.tsx'
import type { LeadAnswer } from './lead-answer.ts'

/** Why a request did not go out; after a code that was right it can be sent again as it is. */
export function NotSent({ texts, answered }: { texts: ContentPackages['hbb-lead-translation']; answered: LeadAnswer }) {
  if (!answered.message) return null
  return (
    <Notification
      kind="bad"
      title={texts.notSent}
      action={
        answered.proof && (
          <Form method="post">
            <input type="hidden" name="proof" value={answered.proof} />
            <Button isSmall name="intent" value="submit">
              {texts.sendAgain}
            </Button>
          </Form>
        )
      }
    >
      {answered.message}
    </Notification>
  )
}
