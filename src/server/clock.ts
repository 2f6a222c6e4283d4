/** Time is injected, so that tests and simulations can move it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
