export type UssdAnswer = { text: string; isEnd: boolean }

/** As aggregators want it, and as a step keeps it: CON goes on, END is the last. */
export function writeAnswer({ text, isEnd }: UssdAnswer): string {
  return `${isEnd ? 'END' : 'CON'} ${text}`
}

export function readAnswer(written: string): UssdAnswer {
  return { text: written.slice(4), isEnd: written.startsWith('END') }
}
