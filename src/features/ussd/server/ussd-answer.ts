export type UssdAnswer = { text: string; isEnd: boolean }

/** The format of aggregators, also stored with a step: CON continues the session, END closes it. */
export function writeAnswer({ text, isEnd }: UssdAnswer): string {
  return `${isEnd ? 'END' : 'CON'} ${text}`
}

export function readAnswer(written: string): UssdAnswer {
  return { text: written.slice(4), isEnd: written.startsWith('END') }
}
