const MAX_HOURS = 24

export type EndProblem = 'end-missing' | 'end-past' | 'end-too-late'

/** CON-8: what is closed or announced has an end, a day away at most. */
export function endProblem(end: Date | null, now: Date): EndProblem | null {
  if (end === null || Number.isNaN(end.getTime())) return 'end-missing'
  if (end <= now) return 'end-past'
  return end.getTime() - now.getTime() > MAX_HOURS * 3_600_000 ? 'end-too-late' : null
}
