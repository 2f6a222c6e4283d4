import { expect, test } from 'vitest'
import { productionEnvironment, providerEnvironments, type ProviderName } from '#tests/support/production-environment.ts'
import { CONNECTORS, connectorIds } from '#shared/connector-table.ts'
import { MONEY_FACT_NAMES, MONEY_FACTS, nameOfFact, unverifiedFacts, UNVERIFIED } from '#shared/money-facts.ts'
import { SettingProblem } from '#shared/setting-problem.ts'
import { PROVIDERS } from './providers.ts'
import { readSettings } from './settings.ts'

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readSettings(env)
    return []
  } catch (error) {
    if (error instanceof SettingProblem) return error.message.split('\n')
    throw error
  }
}

const isProvider = (name: string): name is ProviderName => Object.hasOwn(PROVIDERS, name)

const withSettings = connectorIds().flatMap((id) => {
  const { settings } = CONNECTORS[id]
  return settings !== null && isProvider(settings) ? [{ id, settings, open: unverifiedFacts([id]) }] : []
})

test.for(withSettings)('I19 production takes $id with its unverified money facts only when each is confirmed', ({ settings, open }) => {
  const env = productionEnvironment(providerEnvironments(settings)[0])
  expect(problemsOf(env)).toEqual([])
  for (const fact of open) {
    const others = open.filter((one) => one !== fact).join(',')
    expect(problemsOf({ ...env, CONFIRMED_FACTS: others })).toEqual([expect.stringMatching(`^CONFIRMED_FACTS must name ${fact}: `)])
  }
  if (open.length === 0) expect(problemsOf({ ...env, CONFIRMED_FACTS: '' })).toEqual([])
})

test('I19 there is a connector with an unverified fact, so that the refusal above is tried', () => {
  expect(withSettings.some(({ open }) => open.length > 0)).toBe(true)
})

test('I19 only unverified facts can be confirmed: one with a source is refused, and so is a fact of no connector', () => {
  const sourced = connectorIds().flatMap((id) => MONEY_FACT_NAMES.map((name) => nameOfFact(id, name)))
  for (const fact of [...sourced.filter((one) => !unverifiedFacts().includes(one)), 'uba', 'uba:all', '*', 'unknown:states'])
    expect(problemsOf(productionEnvironment({ CONFIRMED_FACTS: fact })), fact).toEqual([
      expect.stringMatching(/^CONFIRMED_FACTS may name /),
    ])
})

test('I19 every fact says what is assumed, and where that is stated', () => {
  for (const id of connectorIds()) {
    for (const name of MONEY_FACT_NAMES) {
      const { assumes, source } = MONEY_FACTS[id][name]
      expect([assumes.length > 10, source === UNVERIFIED || source.length > 5], nameOfFact(id, name)).toEqual([true, true])
    }
  }
})

test('GEN-4 the sandbox plays connectors whose facts are unverified', () => {
  expect(problemsOf({})).toEqual([])
})
