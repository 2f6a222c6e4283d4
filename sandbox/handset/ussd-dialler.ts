import { randomUUID } from 'node:crypto'
import { internationalNumber } from '../world/numbers.ts'

/** The portal's USSD endpoint, and its dial code. */
export type UssdGateway = { portalUrl: string; code: string; key: string }

/** What a phone shows of USSD. `isOpen` while an answer may be typed. */
export type UssdScreen = { text: string; isOpen: boolean }

type Session = { id: string; inputs: string[]; screen: UssdScreen }

/** The words of a phone whose network knows no such code, or gave no answer. */
export const NO_SUCH_CODE = 'Problème de connexion ou code IHM non valide.'
const ANSWER_WITHIN_MS = 10_000
const MAX_DIALLED = 60
const MAX_PHONES = 2_000

/** The keypads of all phones, and the network's USSD gateway behind them: it posts the form that aggregators post. */
export type UssdDialler = {
  screenOf(msisdn: string): UssdScreen | null
  dial(msisdn: string, dialled: string): Promise<void>
  answer(msisdn: string, input: string): Promise<void>
  /** Closes the screen of the phone. In the middle of a menu this cuts the session without a message to the portal. */
  close(msisdn: string): void
}

export function createUssdDialler(gateway: UssdGateway): UssdDialler {
  const sessions = new Map<string, Session>()

  async function ask(msisdn: string, session: Session): Promise<void> {
    if (sessions.size >= MAX_PHONES) sessions.clear()
    sessions.set(msisdn, { ...session, screen: await screenFrom(gateway, msisdn, session) })
  }

  return {
    screenOf: (msisdn) => sessions.get(msisdn)?.screen ?? null,
    async dial(msisdn, dialled) {
      const inputs = inputsOf(gateway.code, dialled.replaceAll(/\s/g, ''))
      const session = { id: randomUUID(), inputs: inputs ?? [], screen: { text: NO_SUCH_CODE, isOpen: false } }
      if (inputs === null) sessions.set(msisdn, session)
      else await ask(msisdn, session)
    },
    async answer(msisdn, input) {
      const session = sessions.get(msisdn)
      if (!session?.screen.isOpen) return
      await ask(msisdn, { ...session, inputs: [...session.inputs, input.replaceAll('*', '')] })
    },
    close: (msisdn) => void sessions.delete(msisdn),
  }
}

/** `*222*1*2#` is the code with two answers at once; null for what is another code. */
function inputsOf(code: string, dialled: string): string[] | null {
  const start = code.slice(0, -1)
  if (dialled.length > MAX_DIALLED || !dialled.endsWith('#') || !/^[*#0-9]+$/.test(dialled)) return null
  if (dialled === code) return []
  return dialled.startsWith(`${start}*`) ? dialled.slice(start.length + 1, -1).split('*') : null
}

async function screenFrom({ portalUrl, code, key }: UssdGateway, msisdn: string, { id, inputs }: Session): Promise<UssdScreen> {
  const form = new URLSearchParams({
    sessionId: id,
    serviceCode: code,
    phoneNumber: `+${internationalNumber(msisdn)}`,
    text: inputs.join('*'),
  })
  try {
    const answer = await fetch(new URL('/ussd/v1/session', portalUrl), {
      method: 'POST',
      headers: { 'x-ussd-key': key },
      body: form,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    const text = await answer.text()
    if (!answer.ok || !/^(CON|END) /.test(text)) return { text: NO_SUCH_CODE, isOpen: false }
    return { text: text.slice(4), isOpen: text.startsWith('CON') }
  } catch {
    return { text: NO_SUCH_CODE, isOpen: false }
  }
}
