import { readFileSync, writeFileSync } from 'node:fs'
import type { Provider } from '../src/settings/provider.ts'
import { PROVIDERS } from '../src/settings/providers.ts'
import type { Mode, Setting, SettingGroup } from '../src/settings/setting.ts'
import { ALL_SETTINGS, SETTING_GROUPS } from '../src/settings/settings.ts'
import { CONNECTORS, connectorIds } from '../src/shared/connector-table.ts'
import { MONEY_FACT_NAMES, MONEY_FACTS, nameOfFact } from '../src/shared/money-facts.ts'
import { formattedPage } from './formatted-page.ts'
import { markdownTable } from './markdown-table.ts'

export const SETTINGS_PAGE = 'docs/settings.md'

const BEGIN = '<!-- settings: written by node scripts/write-setting-tables.ts -->'
const END = '<!-- settings: end -->'

/** The page as it should be. */
export async function settingsPage(): Promise<string> {
  const page = readFileSync(SETTINGS_PAGE, 'utf8')
  return formattedPage(SETTINGS_PAGE, `${page.slice(0, page.indexOf(BEGIN))}${BEGIN}\n\n${allTables()}\n\n${page.slice(page.indexOf(END))}`)
}

function allTables(): string {
  const groups = Object.entries<SettingGroup>(SETTING_GROUPS).map(
    ([title, group]) => `## ${title}\n\n${settingsTable(Object.values(group))}`,
  )
  const providers = Object.entries<Provider<SettingGroup>>(PROVIDERS).map(
    ([name, provider]) =>
      `**${provider.title}**, ${provider.meaning}${whenOn(provider)}.${idsOf(name)}\n\n${settingsTable(Object.values(provider.settings), provider)}`,
  )
  const facts = ['## Money facts', FACTS_MEAN, factsTable()]
  return [...groups, '## Providers', ...providers, ...facts, '## Published test values', publishedTable()].join('\n\n')
}

/** Ids of a gateway or wallet in addresses, the ledger and metrics. */
function idsOf(name: string): string {
  const ids = connectorIds().filter((id) => CONNECTORS[id].settings === name)
  return ids.length === 0 ? '' : ` Its id${ids.length > 1 ? 's are' : ' is'} ${ids.map(code).join(' and ')}.`
}

function whenOn({ isNeeded, title }: Provider<SettingGroup>): string {
  return isNeeded ? '; required in production' : `; optional: when one of its settings is set, all marked "with ${title}" are required`
}

function settingsTable(settings: Setting<unknown>[], provider?: Provider<SettingGroup>): string {
  return markdownTable(
    ['setting', 'in the sandbox', 'in production', 'meaning'],
    settings.map((setting) => [code(setting.name), wordsOf(setting, 'sandbox'), inProduction(setting, provider), setting.meaning]),
  )
}

const FACTS_MEAN =
  'What each connector assumes where a wrong assumption costs money. Production refuses a connector with an unverified fact unless `CONFIRMED_FACTS` names it.'

function factsTable(): string {
  const rows = connectorIds().flatMap((id) =>
    MONEY_FACT_NAMES.map((name) => [code(nameOfFact(id, name)), MONEY_FACTS[id][name].assumes, MONEY_FACTS[id][name].source]),
  )
  return markdownTable(['fact', 'assumed', 'source'], rows)
}

function publishedTable(): string {
  const rows = ALL_SETTINGS.flatMap(({ name, published }) =>
    published.map(({ value, where, source }) => [code(name), PLACES[where].replace('VALUE', code(value)), source]),
  )
  return markdownTable(['setting', 'refused', 'published as'], rows)
}

const PLACES = {
  whole: 'VALUE',
  beginning: 'values that begin with VALUE',
  inside: 'values that contain VALUE',
  host: 'VALUE and hosts below it',
} as const

function inProduction({ inProduction: rule, unset, isOptional }: Setting<unknown>, provider?: Provider<SettingGroup>): string {
  if (rule === 'refused') return 'refused'
  if (rule === 'needed') return 'required'
  if (unset.production !== null) return wordsOf({ unset }, 'production')
  if (isOptional) return ''
  return !provider || provider.isNeeded ? 'required' : `with ${provider.title}`
}

function wordsOf({ unset }: Pick<Setting<unknown>, 'unset'>, mode: Mode): string {
  const given = unset[mode]
  return typeof given === 'string' ? given : (given?.words ?? '')
}

function code(text: string): string {
  return `\`${text}\``
}

if (import.meta.main) writeFileSync(SETTINGS_PAGE, await settingsPage())
