/** Travels with every step inside the help centre: whoever carries it has a stage to go back to. */
export const FROM_HELP = { isFromHelp: true } as const
