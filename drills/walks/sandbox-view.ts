import { setTimeout as pause } from 'node:timers/promises'

type LedgerEntry = { kind: string; msisdn?: string; amount: number }
type Prompt = { id: string; state: string }

const MAX_WAIT_MS = 20_000

export type SandboxView = ReturnType<typeof sandboxView>

/** The outside of the portal: phones that receive SMS and requests, and the operator's ledger. */
export function sandboxView(sandboxUrl: string) {
  const read = async <Answer>(path: string) => (await (await fetch(`${sandboxUrl}/control/${path}`)).json()) as Answer

  async function until<Value>(what: string, look: () => Promise<Value | undefined>): Promise<Value> {
    const deadline = performance.now() + MAX_WAIT_MS
    while (performance.now() < deadline) {
      const seen = await look()
      if (seen !== undefined) return seen
      await pause(100)
    }
    throw new Error(`${what} did not come`)
  }

  return {
    codeFor: (msisdn: string) =>
      until(`a code for ${msisdn}`, async () => /[0-9]{6}/.exec((await read<{ text: string }[]>(`sms/${msisdn}`))[0]?.text ?? '')?.[0]),

    async acceptOnPhone(msisdn: string): Promise<void> {
      const { id } = await until(`a request on the phone ${msisdn}`, async () =>
        (await read<Prompt[]>(`prompts/${msisdn}`)).find(({ state }) => state === 'waiting'),
      )
      const body = JSON.stringify({ answer: 'accept', pin: '1234' })
      const answer = await fetch(`${sandboxUrl}/control/prompts/${msisdn}/${id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      if (!answer.ok) throw new Error(`the phone ${msisdn} could not accept: ${answer.status}`)
    },

    /** Amounts of one kind in the ledger of a number. */
    async ledgerAmounts(kind: 'credit' | 'capture', msisdn: string): Promise<number[]> {
      const ledger = await read<LedgerEntry[]>('ledger')
      return ledger.filter((entry) => entry.kind === kind && entry.msisdn === msisdn).map(({ amount }) => amount)
    },
  }
}
