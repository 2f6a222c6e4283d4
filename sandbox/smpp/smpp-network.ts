import { NO_SUCH_CODE, type UssdDialler, type UssdScreen } from '../handset/ussd-dialler.ts'
import { COUNTRY } from '../operator.ts'
import { internationalNumber } from '../world/numbers.ts'
import { STATUS } from './pdu.ts'
import type { ShortMessage } from './short-message.ts'
import { createSmppCentre, type SmppCentre } from './smpp-centre.ts'

type Session = { number: number; count: number; screen: UssdScreen; shown: (screen: UssdScreen) => void }

const ANSWER_WITHIN_MS = 10_000
const MAX_DIALLED = 60
/** The session's number is one octet; its count of messages has seven bits of the other, above the mark of the end. */
const NUMBERS = 256
const COUNTS = 128
const END_MARK = 1
const DIALLED = 1
const SCREEN = 2
const LAST_SCREEN = 17
const ANSWERED = 18

export type SmppNetwork = {
  centre: SmppCentre
  dialler: UssdDialler
  /** `its_session_info` of a phone's last message. */
  sessionOf(msisdn: string): number | null
  /** How many screens were submitted, taken or not. */
  handedIn(): number
}

type Options = { systemId: string; password: string; port?: number; code: string; answerWithinMs?: number }

/** Phones whose USSD goes by SMPP: dialled codes are delivered to the bound client, and what it submits is shown on the screen. */
export async function createSmppNetwork({ code, answerWithinMs = ANSWER_WITHIN_MS, ...bound }: Options): Promise<SmppNetwork> {
  const sessions = new Map<string, Session>()
  const service = code.replaceAll(/[*#]/g, '')
  let lastNumber = 0
  let handedIn = 0

  const centre = await createSmppCentre({
    ...bound,
    onSubmit({ to, text, operation, session: info }) {
      handedIn += 1
      const session = to.startsWith(COUNTRY.dialCode) ? sessions.get(to.slice(COUNTRY.dialCode.length)) : undefined
      if (!session || (operation !== SCREEN && operation !== LAST_SCREEN)) return STATUS.invalidDestination
      if (info === null || info >> 8 !== session.number) return STATUS.invalidTlv
      session.shown({ text, isOpen: operation === SCREEN })
      return STATUS.ok
    },
  })

  async function say(msisdn: string, session: Session, { operation, text }: Pick<ShortMessage, 'operation' | 'text'>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<UssdScreen>()
    const lost = { text: NO_SUCH_CODE, isOpen: false }
    const late = setTimeout(() => resolve(lost), answerWithinMs)
    const current = { ...session, shown: resolve }
    sessions.set(msisdn, current)
    const message = { from: internationalNumber(msisdn), to: service, text, operation, session: infoOf(current) }
    if (!(await centre.deliver(message))) resolve(lost)
    current.screen = await promise
    clearTimeout(late)
  }

  return {
    centre,
    handedIn: () => handedIn,
    sessionOf(msisdn) {
      const session = sessions.get(msisdn)
      return session ? infoOf(session) : null
    },
    dialler: {
      screenOf: (msisdn) => sessions.get(msisdn)?.screen ?? null,
      async dial(msisdn, dialled) {
        const plain = dialled.replaceAll(/\s/g, '')
        const isOurs = plain === code || (plain.startsWith(`${code.slice(0, -1)}*`) && /^[*0-9]{1,59}#$/.test(plain))
        lastNumber = (lastNumber + 1) % NUMBERS
        const session = { number: lastNumber, count: 0, screen: { text: NO_SUCH_CODE, isOpen: false }, shown: () => {} }
        if (!isOurs || plain.length > MAX_DIALLED) sessions.set(msisdn, session)
        else await say(msisdn, session, { operation: DIALLED, text: plain })
      },
      async answer(msisdn, input) {
        const session = sessions.get(msisdn)
        if (!session?.screen.isOpen) return
        await say(msisdn, { ...session, count: (session.count + 1) % COUNTS }, { operation: ANSWERED, text: input })
      },
      close(msisdn) {
        const session = sessions.get(msisdn)
        sessions.delete(msisdn)
        if (!session?.screen.isOpen) return
        const ended = { from: internationalNumber(msisdn), to: service, text: '', operation: ANSWERED, session: infoOf(session) | END_MARK }
        void centre.deliver(ended)
      },
    },
  }
}

function infoOf({ number, count }: Pick<Session, 'number' | 'count'>): number {
  return (number << 8) | (count << 1)
}
