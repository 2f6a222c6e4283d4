import { expect, test } from 'vitest'
import { readSeedFiles } from '#features/site-content/server/shipped-packages.ts'
import type { Language } from '#shared/language.ts'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import type { UssdTexts } from './draft-screen.ts'
import { AT_HOME, placeOf, type MenuState } from './menu-engine.ts'
import type { Place, View } from './places.ts'
import { walkMenu } from './walk-menu.ts'

const textsOf = (language: Language) => readSeedFiles().read('ussd-translation', language) as UssdTexts

function aNumber() {
  const number = '90000001'
  if (!isMobileNumber(number)) throw new Error('no number')
  return number
}

const own = aNumber()
const SERVICES = ['recharge', 'shops', 'language'] as const
const STATE = { amount: 500, reference: 'G7K2M9QX4WTRA', money: 'waiting', number: own }

/** A menu with fixed places that records each requested one. */
function aMenu(failing: Partial<Record<Place['at'], Error>> = {}) {
  const entered: Place[] = []
  const errors: unknown[] = []
  async function view(place: Place): Promise<View> {
    const failure = failing[place.at]
    if (failure) throw failure
    switch (place.at) {
      case 'recharge':
        return { at: 'whose-line', service: 'recharge', own }
      case 'recharge-amount':
        return { at: 'type-amount', kind: 'airtime', msisdn: own, min: 100, max: 5000 }
      case 'confirm':
        return {
          at: 'confirm',
          goods: place.goods,
          purchaseId: place.purchaseId ?? `made-${entered.length}`,
          name: '',
          amount: 500,
          ways: ['money', 'airtime'],
        }
      case 'pay':
        return place.way === 'money' ? { at: 'asked', state: STATE } : { at: 'problem', kind: 'airtime-cap' }
      case 'shops':
        return { at: 'regions', regions: Array.from({ length: 30 }, (_none, index) => `Région ${index}`) }
      default:
        return { at: 'home', services: SERVICES }
    }
  }
  const ports = {
    view,
    words: async (language: 'fr' | 'en') => ({ texts: textsOf(language), language }),
    watch: (place: Place) => void entered.push(place),
    onError: (error: unknown) => void errors.push(error),
  }
  const step = (menu: MenuState | null, inputs: string[], isReplay: boolean) =>
    walkMenu(ports, { menu, opening: AT_HOME, inputs, language: 'fr', isReplay })
  const walk = (menu: MenuState | null, ...inputs: string[]) => step(menu, inputs, false)
  const replay = (menu: MenuState | null, ...inputs: string[]) => step(menu, inputs, true)
  const places = () => entered.map(({ at }) => at)
  return { walk, replay, places, entered, errors }
}

test('USSD-1 a dialled code gives the same result as typing each input on its screen', async () => {
  const { walk, places } = aMenu()
  const { menu } = await walk(null, '1', '1')
  expect(places()).toEqual(['home', 'recharge', 'recharge-amount'])
  expect(menu.trail.map(({ at }) => at)).toEqual(['home', 'recharge', 'recharge-amount'])
})

test('USSD-5 a dialled code ends at the price and never pays by itself', async () => {
  const { walk, places } = aMenu()
  const { screen } = await walk(null, '1', '1', '500', '1', '1')
  expect(places()).toEqual(['home', 'recharge', 'recharge-amount', 'confirm'])
  expect(screen.text).toContain('500 F')
  expect(screen.isEnd).toBe(false)
})

test('USSD-5 a press that an earlier session already had shows the price again, and the next press pays', async () => {
  const { walk, replay, places } = aMenu()
  const priced = await walk(null, '1', '1', '500')
  const shown = await replay(priced.menu, '1')
  expect(shown.screen.text).toContain('500 F')
  expect(places()).not.toContain('pay')
  await walk(shown.menu, '1')
  expect(places()).toContain('pay')
})

test('USSD-5 inputs that leave the price are followed, so that a later input alone is not taken for its answer', async () => {
  const { walk, places } = aMenu()
  const replayed = await walk(null, '1', '1', '500', '00')
  expect(placeOf(replayed.menu).at).toBe('home')
  const priced = await walk(null, '1', '1', '500')
  expect(placeOf((await walk(priced.menu, '00', '1')).menu).at).toBe('recharge')
  expect(placeOf((await walk(priced.menu, '9', '1')).menu).at).toBe('confirm')
  await walk(replayed.menu, '1')
  expect(places()).not.toContain('pay')
})

test('USSD-5 a single answer to the price screen pays; several inputs together do not', async () => {
  const { walk, places, entered } = aMenu()
  const { menu } = await walk(null, '1', '1', '500')
  entered.length = 0
  expect((await walk(menu, '1', '1')).screen.text).toContain('500 F')
  expect(places()).toEqual(['confirm'])
  entered.length = 0
  const paid = await walk(menu, '1')
  expect(places()).toEqual(['pay'])
  expect(paid.screen.isEnd).toBe(true)
})

test('USSD-5 after a payment the session stands at the price, not at the paying place', async () => {
  const { walk } = aMenu()
  const { menu } = await walk(null, '1', '1', '500')
  const refused = await walk(menu, '2')
  expect(refused.screen.text).toContain('Plafond')
  expect(refused.menu.trail.map(({ at }) => at)).toEqual(['home', 'recharge', 'recharge-amount', 'confirm'])
})

test('USSD-5 inputs after the last screen are ignored', async () => {
  const { walk, places, entered } = aMenu()
  const { menu } = await walk(null, '1', '1', '500')
  entered.length = 0
  // A screen that ends without a payment screen before it: a choice stored by an older version.
  const kept: MenuState = { ...menu, choices: [], typed: { kind: 'amount', goods: 'airtime', msisdn: own } }
  const walked = await walk({ ...kept, trail: [{ at: 'home' }] }, '500', '1', '1')
  expect(places()).toEqual(['confirm'])
  expect(walked.screen.isEnd).toBe(false)
})

test('I9 USSD-5 returning to the price shows the same purchase', async () => {
  const { walk } = aMenu()
  const first = await walk(null, '1', '1', '500')
  const purchaseId = first.menu.trail.at(-1)
  const again = await walk(first.menu)
  expect(again.menu.trail.at(-1)).toEqual(purchaseId)
  expect(purchaseId).toMatchObject({ at: 'confirm', purchaseId: 'made-4' })
})

test('USSD-4 choosing the other language applies at once and returns to the main menu', async () => {
  const { walk } = aMenu()
  const english = await walk(null, '3')
  expect(english.language).toBe('en')
  expect(english.screen.text).toContain('1 Recharge\n')
  expect(english.menu.trail).toEqual([{ at: 'home' }])
})

test('USSD-1 a problem is shown with its own text; an internal error with a general text, and it is logged', async () => {
  const known = aMenu({ shops: new Problem('operator-unavailable') })
  expect((await known.walk(null, '2')).screen.text).toContain(textsOf('fr')['problem_operator-unavailable'])
  expect(known.errors).toEqual([])
  const mistake = new Error('a mistake')
  const unknown = aMenu({ shops: mistake })
  expect((await unknown.walk(null, '2')).screen.text).toContain(textsOf('fr').problem_other)
  expect(unknown.errors).toEqual([mistake])
})

test('USSD-1 a repeated step shows the same page of a list, and 0 returns to the page before', async () => {
  const { walk } = aMenu()
  const { menu } = await walk(null, '2', '98')
  expect(menu.page).toBe(1)
  expect((await walk(menu)).menu.page).toBe(1)
  expect((await walk(menu, '0')).menu.page).toBe(0)
})
