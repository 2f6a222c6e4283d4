import { Notification } from '#portal/ui/messages/notification.tsx'

/** What there is to say while a code is being asked for, and when none can be sent. */
export function CodeRequestNote({ isAsking, refusal, sending }: { isAsking: boolean; refusal: string | null; sending: string }) {
  if (isAsking) return <Notification kind="info">{sending}</Notification>
  return refusal === null ? null : <Notification kind="bad">{refusal}</Notification>
}
