import { setTimeout as pause } from 'node:timers/promises'
import type { SmppNetwork } from '../../sandbox/smpp/smpp-network.ts'

export type Phone = ReturnType<typeof phoneOn>

/** A phone without internet: it dials, reads and answers; each step states the expected screen. */
export function phoneOn({ dialler }: SmppNetwork, number: string) {
  function sees(...texts: string[]): void {
    const shown = dialler.screenOf(number)?.text ?? 'nothing'
    const missing = texts.find((text) => !shown.includes(text))
    if (missing !== undefined) throw new Error(`the phone ${number} shows ${JSON.stringify(shown)} and not ${JSON.stringify(missing)}`)
  }
  return {
    number,
    text: () => dialler.screenOf(number)?.text ?? '',
    async dial(code: string, ...texts: string[]): Promise<void> {
      await dialler.dial(number, code)
      sees(...texts)
    },
    async press(input: string, ...texts: string[]): Promise<void> {
      await dialler.answer(number, input)
      sees(...texts)
    },
    /** The phone loses the network during a menu. */
    async cut(): Promise<void> {
      dialler.close(number)
      await pause(300)
    },
  }
}
