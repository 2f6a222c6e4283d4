import { septetsOf } from '#shared/gsm-text.ts'
import { SANDBOX_SMPP } from '../../sandbox/sandbox-settings.ts'
import { createSmppNetwork, type SmppNetwork } from '../../sandbox/smpp/smpp-network.ts'
import { startUssdKannel, type UssdKannel } from '../../tests/support/ussd-kannel.ts'
import { phoneOn, type Phone } from './dialling-phone.ts'
import type { SandboxView } from './sandbox-view.ts'
import { expectSame } from './walk.ts'

const KEY = 'sandbox-ussd-smpp'
const CODE = '*222#'
const ONE_SMS = 160

/** Shops of a town are the longest. */
const SHOWN_WAYS = ['', '1', '1*1', '2*1', '2*1*1', '2*1*1*1', '6', '6*3', '6*3*1', '6*6*2', '7']

type Parts = {
  phone: (number: string) => Phone
  network: SmppNetwork
  kannel: UssdKannel
  world: SandboxView
  portalUrl: string
}

/** Flows through the whole chain: phone, SMS centre, Kannel, portal, and back. scripts/print-proof.ts lists each. */
export type Chain = { chain: string; through: 'Kannel'; steps: (parts: Parts) => Promise<void> }

export const KANNEL_CHAINS: Chain[] = [
  {
    chain: 'USSD-2 USSD-4 a recharge with all its letters is asked for by the wallet, paid there, and delivered',
    through: 'Kannel',
    async steps({ phone, world }) {
      const own = phone('90440001')
      await own.dial(CODE, 'Ténéré Mobile\n1 Recharger\n2 Forfaits\n', '8 English')
      await own.press('1', '1 Ma ligne 90440001')
      await own.press('1', 'de 100 F à 100 000 F')
      await own.press('500', 'Recharge de 500 F')
      await own.press('1', 'réf. G', 'Validez la demande Ténéré Money sur ce téléphone.')
      await world.acceptOnPhone(own.number)
      await own.dial('*222*5#', '500 F pour le 90440001')
      await until('the recharge', async () => (await world.ledgerAmounts('credit', own.number)).length > 0)
      expectSame('recharges', await world.ledgerAmounts('credit', own.number), [500])
    },
  },
  {
    chain: 'USSD-3 a screen longer than an SMS arrives whole, letter by letter as the other endpoint sends it',
    through: 'Kannel',
    async steps({ phone, portalUrl }) {
      const own = phone('90440002')
      let longest = 0
      for (const way of SHOWN_WAYS) {
        await own.dial(way === '' ? CODE : `*222*${way}#`)
        expectSame(`the screen of *222*${way}#`, own.text(), await byForm(portalUrl, own.number, way))
        longest = Math.max(longest, septetsOf(own.text()))
        await own.press('00')
        await own.cut()
      }
      if (longest <= ONE_SMS) throw new Error(`the longest screen had ${longest} letters`)
    },
  },
  {
    chain: 'USSD-5 F09 the network sends a press again: one purchase, one request on the phone',
    through: 'Kannel',
    async steps({ phone, network, world }) {
      const own = phone('90440003')
      await own.dial('*222*1*1*600#', 'Recharge de 600 F')
      const press = { from: `227${own.number}`, to: '222', text: '1', operation: 18, session: (network.sessionOf(own.number) ?? 0) + 2 }
      await Promise.all([own.press('1', 'réf. G'), network.centre.deliver(press), network.centre.deliver(press)])
      await network.centre.deliver(press)
      await world.acceptOnPhone(own.number)
      await until('the recharge', async () => (await world.ledgerAmounts('credit', own.number)).length > 0)
      expectSame('recharges', await world.ledgerAmounts('credit', own.number), [600])
      expectSame('debits', (await world.ledgerAmounts('capture', own.number)).length, 1)
    },
  },
  {
    chain: 'USSD-6 a session that was cut goes on when the phone dials again',
    through: 'Kannel',
    async steps({ phone }) {
      const own = phone('90440004')
      await own.dial(CODE)
      await own.press('1')
      await own.press('1')
      await own.press('700', 'Recharge de 700 F')
      await own.cut()
      await own.dial(CODE, 'Session coupée : Recharger')
      await own.press('1', 'Recharge de 700 F')
    },
  },
  {
    chain: 'USSD-9 Kannel is stopped and started in the middle of a session, and the connection breaks: the next press goes on',
    through: 'Kannel',
    async steps({ phone, kannel, network }) {
      const own = phone('90440005')
      await own.dial(CODE)
      await own.press('1', '1 Ma ligne 90440005')
      await kannel.restart()
      await own.press('1', 'Tapez le montant')
      network.centre.hangUp()
      await until('Kannel, bound again', async () => network.centre.isBound())
      await own.press('800', 'Recharge de 800 F')
    },
  },
  {
    chain: 'USSD-2 abuse 12 a Kannel with another key brings nothing to the portal, and no sentence to the phone',
    through: 'Kannel',
    async steps({ world, portalUrl }) {
      const stranger = await openNetwork(3_000)
      const kannel = await startUssdKannel({ ...placesOf(stranger, portalUrl), key: 'another-key' })
      try {
        const own = phoneOn(stranger, '90440006')
        await own.dial('*222*1*1*500#', 'code IHM non valide')
        await own.press('1')
        expectSame('recharges', await world.ledgerAmounts('credit', own.number), [])
        expectSame('what was handed in', stranger.handedIn(), 0)
      } finally {
        await kannel.stop()
        await stranger.centre.stop()
      }
    },
  },
]

/** Runs each and reports its result. */
export async function walkChains(
  chains: Chain[],
  parts: Pick<Parts, 'world' | 'portalUrl'>,
  tell: (chain: Chain, problem: string | null, seconds: number) => void,
) {
  const network = await openNetwork()
  const kannel = await startUssdKannel({ ...placesOf(network, parts.portalUrl), key: KEY })
  try {
    for (const chain of chains) {
      const began = performance.now()
      const problem = await chain.steps({ ...parts, network, kannel, phone: (number) => phoneOn(network, number) }).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      tell(chain, problem, (performance.now() - began) / 1000)
    }
  } finally {
    await kannel.stop()
    await network.centre.stop()
  }
}

function openNetwork(answerWithinMs?: number): Promise<SmppNetwork> {
  return createSmppNetwork({ ...SANDBOX_SMPP, code: CODE, ...(answerWithinMs === undefined ? {} : { answerWithinMs }) })
}

function placesOf({ centre }: SmppNetwork, portalUrl: string) {
  return { smppPort: centre.port, smppPassword: SANDBOX_SMPP.password, portalUrl }
}

async function byForm(portalUrl: string, number: string, text: string): Promise<string> {
  const form = new URLSearchParams({ sessionId: `compared-${text}`, serviceCode: CODE, phoneNumber: `+227${number}`, text })
  const answer = await fetch(`${portalUrl}/ussd/v1/session`, { method: 'POST', headers: { 'x-ussd-key': 'sandbox-ussd' }, body: form })
  return (await answer.text()).slice('CON '.length)
}

async function until(what: string, isThere: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 20_000
  while (!(await isThere())) {
    if (performance.now() > deadline) throw new Error(`${what} did not come`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
