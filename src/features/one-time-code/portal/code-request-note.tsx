import { Notification } from '#portal/ui/messages/notification.tsx'

/** The message while a code is requested, and when the request is refused. */
export function CodeRequestNote({ isAsking, refusal, sending }: { isAsking: boolean; refusal: string | null; sending: string }) {
  if (isAsking) return <Notification kind="info">{sending}</Notification>
  return refusal === null ? null : <Notification kind="bad">{refusal}</Notification>
}
