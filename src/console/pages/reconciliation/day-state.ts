import type { ReconciledDay } from '#features/reconciliation/server/days.ts'
import type { Tone } from '../../frame/pieces.tsx'

export type DayState = 'notCompared' | 'explain' | 'ready' | 'signedOnce' | 'signed'

export const DAY_TONES: Readonly<Record<DayState, Tone>> = {
  notCompared: 'quiet',
  explain: 'bad',
  ready: 'primary',
  signedOnce: 'warn',
  signed: 'good',
}

export const differencesOfDay = ({ counts }: ReconciledDay) => counts.reduce((sum, { count }) => sum + count, 0)
export const unexplainedOf = ({ counts }: ReconciledDay) => counts.reduce((sum, { count, explained }) => sum + count - explained, 0)
export const leftOpenOf = ({ counts }: ReconciledDay) => counts.reduce((sum, { leftOpen }) => sum + leftOpen, 0)

export function stateOfDay(day: ReconciledDay): DayState {
  if (day.second) return 'signed'
  if (!day.comparedAt) return 'notCompared'
  if (unexplainedOf(day) > 0) return 'explain'
  return day.first ? 'signedOnce' : 'ready'
}
