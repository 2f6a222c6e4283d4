import { expect, test } from 'vitest'
import { anAirtime } from '#tests/support/fake-operator.ts'
import { ussdWorld } from '#tests/support/ussd-world.ts'

test('USSD-8 airtime has a daily cap per number and one in total; both reset the next day', async () => {
  const capped = await ussdWorld({ USSD_AIRTIME_PER_NUMBER: '2500', USSD_AIRTIME_IN_ALL: '4000' })
  capped.script.airtime = 'paid'
  capped.operator.balances = anAirtime(5_000)
  const buy = async (number: string) => {
    const answer = await capped.phone(number).send('2', '1', '1', '1', '1', '2')
    return answer.includes('Déjà demandé') ? 'asked before' : answer.includes('Plafond') ? 'capped' : answer.slice(0, 3)
  }
  const buyLater = async (number: string) => {
    capped.passSeconds(660)
    return buy(number)
  }
  expect([await buy('90800001'), await buyLater('90800001'), await buyLater('90800001')]).toEqual(['END', 'END', 'capped'])
  expect([await buy('90800002'), await buyLater('90800002')]).toEqual(['END', 'END'])
  expect(await buy('90800003')).toBe('capped')
  expect(capped.started).toHaveLength(4)
  capped.passSeconds(24 * 3600)
  expect(await buy('90800003')).toBe('END')
})

test('USSD-8 a hundred parallel requests do not exceed the total cap', async () => {
  const capped = await ussdWorld({ USSD_AIRTIME_IN_ALL: '5000' })
  capped.script.airtime = 'paid'
  capped.operator.balances = anAirtime(5_000)
  const phones = Array.from({ length: 100 }, (_none, index) => capped.phone(String(90_810_000 + index)))
  await Promise.all(phones.map((phone) => phone.send('2', '1', '1', '1', '1')))
  await Promise.all(phones.map((phone) => phone.send('2')))
  // On a slow machine some requests time out and still run, others are rejected as busy.
  const claimed = () => capped.portal.database.pool.query('select from ussd_purchase').then(({ rowCount }) => rowCount)
  await expect.poll(claimed, { timeout: 15_000 }).toBe(5)
  await expect.poll(() => capped.started.length, { timeout: 15_000 }).toBe(5)
  await Promise.all(phones.map((phone) => phone.again()))
  expect(capped.started.filter((line) => line.startsWith('airtime'))).toHaveLength(5)
}, 60_000)
