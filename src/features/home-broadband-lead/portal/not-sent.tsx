import type { CodeTexts } from '#features/one-time-code/portal/code-texts.ts'
import { unsentWords } from '#features/one-time-code/portal/requested-code.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import type { LeadAnswer } from './lead-answer.ts'

type NotSentProps = {
  texts: ContentPackages['hbb-lead-translation']
  codeTexts: CodeTexts
  answer: LeadAnswer | null
}

/** Explains why a request was not sent. After a right code it can be sent again unchanged. */
export function NotSent({ texts, codeTexts, answer }: NotSentProps) {
  const unsentCode = unsentWords(answer?.code, codeTexts)
  if (unsentCode !== null) return <Notification kind="bad">{unsentCode}</Notification>
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
