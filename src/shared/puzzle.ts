/** Proof of work for the caller's processor: for each part a number whose SHA-256 with the challenge begins with so many zero bits. */
export type Puzzle = { challenge: string; parts: number; bits: number }

/** `{challenge}:{number of each part, comma separated}` */
export const PUZZLE_HEADER = 'x-puzzle'
