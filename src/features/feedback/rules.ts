export const MAX_FEEDBACK = 1000

export const RATINGS = [1, 2, 3, 4, 5] as const

/** The rating that a form posted, or null when none was chosen. */
export function ratingOf(text: string): number | null {
  return RATINGS.find((rating) => String(rating) === text) ?? null
}
