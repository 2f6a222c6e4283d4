/** What happened, in the reader's language: `warn` where the result is not known, `bad` where nothing was done. */
export type ConsoleNotice = { tone: 'good' | 'info' | 'warn' | 'bad'; title: string; text?: string }
