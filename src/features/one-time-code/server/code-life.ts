/** How long a code, the attempts at it and what it opened live. */
export const CODE_MINUTES = 10
export const LIFE_MS = CODE_MINUTES * 60_000
