import { randomUUID } from 'node:crypto'
import type { WalletName } from '../demo-identities.ts'
import type { SimulatorName } from '../simulators/simulator-names.ts'
import type { Changes } from './changes.ts'
import type { Clock } from './clock.ts'
import type { Store } from './journal-store.ts'
import type { Scheduler } from './scheduler.ts'
import type { PinCheck, Wallets } from './wallets.ts'

export type PromptState = 'waiting' | 'accepted' | 'declined' | 'expired'

/** A payment prompt on the payer's phone. */
export type Prompt = {
  id: string
  face: SimulatorName
  wallet: WalletName
  msisdn: string
  amount: number
  currency: string
  payee: string
  /** The simulator's own id of the payment. */
  reference: string
  createdAt: string
  expiresAt: string
  state: PromptState
  wrongPins: number
}

export type PromptQuestion = Pick<Prompt, 'face' | 'wallet' | 'msisdn' | 'amount' | 'currency' | 'payee' | 'reference'> & { lifeMs: number }
/** An accept without a PIN is believed: only tests and the control call answer so. */
export type PromptAnswer = { answer: 'accept'; pin?: string | undefined } | { answer: 'decline' }
export type AnswerResult =
  | { kind: 'settled'; prompt: Prompt }
  | { kind: 'wrong-pin'; prompt: Prompt; triesLeft: number }
  | { kind: 'locked'; prompt: Prompt }
  | { kind: 'not-waiting'; prompt: Prompt }
  | { kind: 'unknown' }

export type Prompts = {
  ask(question: PromptQuestion): Prompt
  find(id: string): Prompt | undefined
  /** Newest first. */
  of(msisdn: string): Prompt[]
  /** Resolves when the simulator of the prompt has handled the answer. */
  answer(id: string, answer: PromptAnswer): Promise<AnswerResult>
  /** A simulator's handler for an accepted, declined or expired prompt. May run twice after a crash. */
  onSettled(face: SimulatorName, react: (prompt: Prompt) => Promise<void> | void): void
}

type Options = { store: Store; clock: Clock; scheduler: Scheduler; wallets: Wallets; changes: Changes }

export function createPrompts({ store, clock, scheduler, wallets, changes }: Options): Prompts {
  const prompts = store.collection<Prompt>('prompts', { groupBy: (prompt) => prompt.msisdn })

  function put(prompt: Prompt): Prompt {
    prompts.put(prompt.id, prompt)
    changes.announce(prompt.msisdn)
    return prompt
  }

  function settle(waiting: Prompt, state: PromptState): Prompt {
    return store.together(() => {
      const prompt = put({ ...waiting, state })
      scheduler.cancel(`expire-${prompt.id}`)
      if (scheduler.knows(`${prompt.face}.prompt`)) {
        scheduler.schedule({ kind: `${prompt.face}.prompt`, data: { id: prompt.id }, id: `settle-${prompt.id}` })
      }
      return prompt
    })
  }

  async function settleNow(waiting: Prompt, state: PromptState): Promise<Prompt> {
    const prompt = settle(waiting, state)
    await scheduler.runNow(`settle-${prompt.id}`)
    return prompt
  }

  scheduler.handle<{ id: string }>('prompt.expire', async ({ id }) => {
    const prompt = prompts.get(id)
    if (prompt?.state === 'waiting') settle(prompt, 'expired')
    return 'done'
  })

  return {
    ask({ lifeMs, ...question }) {
      const id = randomUUID()
      const expiresAt = new Date(clock.now() + lifeMs).toISOString()
      return store.together(() => {
        scheduler.schedule({ kind: 'prompt.expire', data: { id }, afterMs: lifeMs, id: `expire-${id}` })
        return put({ id, ...question, createdAt: clock.iso(), expiresAt, state: 'waiting', wrongPins: 0 })
      })
    },

    find: (id) => prompts.get(id),
    of: (msisdn) => prompts.group(msisdn).toReversed(),

    async answer(id, answer) {
      const prompt = prompts.get(id)
      if (!prompt) return { kind: 'unknown' }
      if (prompt.state !== 'waiting') return { kind: 'not-waiting', prompt }
      if (answer.answer === 'decline') return { kind: 'settled', prompt: await settleNow(prompt, 'declined') }

      const { wallet, msisdn } = prompt
      const check: PinCheck =
        answer.pin === undefined ? { kind: 'right' } : wallets.checkPin({ wallet, msisdn, pin: answer.pin, reference: prompt.id })
      if (check.kind === 'right') return { kind: 'settled', prompt: await settleNow(prompt, 'accepted') }
      if (check.kind !== 'wrong') return { kind: 'locked', prompt: await settleNow(prompt, 'declined') }
      return { kind: 'wrong-pin', prompt: put({ ...prompt, wrongPins: prompt.wrongPins + 1 }), triesLeft: check.triesLeft }
    },

    onSettled(face, react) {
      scheduler.handle<{ id: string }>(`${face}.prompt`, async ({ id }) => {
        const prompt = prompts.get(id)
        if (prompt) await react(prompt)
        return 'done'
      })
    },
  }
}
