/** The edge of the night, also for pages that are written without React. */
export const DUNE = { box: '0 0 1440 34', path: 'M0 26Q320-8 680 17T1440 6v28H0z' } as const
