import { REMINDER_MINUTES } from '#features/announcements/announcement-rules.ts'

/** When staff are reminded. */
export function isEndingSoon(endsAt: Date, now: Date): boolean {
  return endsAt.getTime() - now.getTime() <= REMINDER_MINUTES * 60_000
}
