import { setTimeout as pause } from 'node:timers/promises'

/** What the visitor does away from the portal: on the gateway's page, on the phone. All of it in the sandbox. */
export type PayerActions = {
  /** Pays on the gateway's page; answers where the gateway sends the browser, if anywhere. */
  payOnPage(url: string, card: 'pays' | 'declined'): Promise<string | null>
  answerPrompt(msisdn: string, answer: 'accept' | 'decline'): Promise<void>
  readCode(msisdn: string): Promise<string>
}

const CARDS = { pays: '4084084084084081', declined: '4084080000005408' } as const
const MAX_WAIT_MS = 20_000
const POLL_MS = 200

export function createPayerActions(sandboxUrl: string): PayerActions {
  async function until<Value>(what: string, look: () => Promise<Value | undefined>): Promise<Value> {
    const deadline = performance.now() + MAX_WAIT_MS
    for (;;) {
      const found = await look().catch(() => undefined)
      if (found !== undefined) return found
      if (performance.now() > deadline) throw new Error(`${what} did not come`)
      await pause(POLL_MS)
    }
  }
  const read = async (path: string) => (await fetch(`${sandboxUrl}${path}`)).json()

  return {
    async payOnPage(url, card) {
      const page = await until('the gateway page', async () => await (await fetch(url)).text())
      const action = /action="([^"]*\/pay\/[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')
      if (!action) return null
      const body = new URLSearchParams({ card: CARDS[card] })
      const paid = await until('the gateway', () => fetch(new URL(action, url), { method: 'POST', body, redirect: 'manual' }))
      return paid.headers.get('location')
    },
    async answerPrompt(msisdn, answer) {
      type Prompt = { id: string; state: string }
      const prompt = await until('the request on the phone', async () =>
        ((await read(`/control/prompts/${msisdn}`)) as Prompt[]).find(({ state }) => state === 'waiting'),
      )
      const body = JSON.stringify({ answer, pin: '1234' })
      await until('the phone', () =>
        fetch(`${sandboxUrl}/control/prompts/${msisdn}/${prompt.id}`, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json' },
        }),
      )
    },
    readCode: (msisdn) =>
      until('the SMS', async () => {
        const inbox = (await read(`/control/sms/${msisdn}`)) as { text: string }[]
        return inbox.map(({ text }) => /\b[0-9]{6}\b/.exec(text)?.[0]).find((code) => code !== undefined)
      }),
  }
}
