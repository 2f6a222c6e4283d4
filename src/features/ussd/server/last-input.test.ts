import { beforeAll, expect, test } from 'vitest'
import { ussdWorld, type UssdWorld } from '#tests/support/ussd-world.ts'

let world: UssdWorld
let last = 94_600_000

beforeAll(async () => {
  world = await ussdWorld({ USSD_PROFILE: 'last-input' })
})

/** A gateway that sends the last input only; five seconds pass before each press. */
function aPhone(number = String((last += 1)), sessionId = `last-${number}`) {
  const ask = async (text: string) => (await world.post({ sessionId, phoneNumber: `+227${number}`, text })).body
  return {
    number,
    ask,
    async press(...inputs: string[]) {
      let answer = ''
      for (const input of inputs) {
        world.passSeconds(5)
        answer = await ask(input)
      }
      return answer
    },
  }
}

const startedBy = (number: string) => world.started.filter((line) => line.includes(number))

test('USSD-2 USSD-4 the profile `last-input`: a recharge whose requests contain only the latest input', async () => {
  const phone = aPhone()
  expect(await phone.press('')).toMatch(/^CON Ténéré Mobile\n1 Recharger/)
  expect(await phone.press('1')).toContain(`1 Ma ligne ${phone.number}`)
  expect(await phone.press('1')).toContain('Tapez le montant')
  expect(await phone.press('500')).toContain('Recharge de 500 F')
  expect(await phone.press('1')).toMatch(/^END 500 F, réf\. G/)
  expect(startedBy(phone.number)).toEqual([`money-push ${phone.number} 500`])
})

test('USSD-5 the profile `last-input`: a copy within two seconds is the same press; after the end, within a minute', async () => {
  const phone = aPhone()
  await phone.press('', '1')
  expect(await phone.ask('1')).toContain('quelle ligne')
  await phone.press('1', '700')
  const [end, ...copies] = await Promise.all([phone.press('1'), ...Array.from({ length: 5 }, () => phone.ask('1'))])
  for (const copy of copies) expect(copy).toBe(end)
  world.passSeconds(30)
  expect(await phone.ask('1')).toBe(end)
  expect(startedBy(phone.number)).toEqual([`money-push ${phone.number} 700`])
})

test('USSD-1 the profile `last-input`: an asterisk in an input is no separator', async () => {
  const phone = aPhone()
  expect(await phone.press('', '1*1*500*1')).toMatch(/^CON Choix non valable/)
  expect(startedBy(phone.number)).toEqual([])
})

test('USSD-6 the profile `last-input`: a cut session is offered again, and a reused id starts a new session', async () => {
  const phone = aPhone()
  await phone.press('', '1', '1', '900')
  const again = aPhone(phone.number, 'another')
  expect(await again.press('')).toBe('CON Session coupée : Recharger\n1 Continuer\n2 Nouveau menu')
  expect(await again.press('1')).toContain('Recharge de 900 F')
  expect(await phone.press('')).toContain('1 ')
  expect(startedBy(phone.number)).toEqual([])
})
