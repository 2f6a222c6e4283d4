import { readFileSync, writeFileSync } from 'node:fs'
import { isPlayed, type Provider } from '../src/settings/provider.ts'
import { ALL_PROVIDERS, PROVIDERS } from '../src/settings/providers.ts'
import type { Mode, Setting, SettingGroup } from '../src/settings/setting.ts'
import { ALL_SETTINGS, SETTING_GROUPS } from '../src/settings/settings.ts'
import { CONNECTORS, connectorIds } from '../src/shared/connector-table.ts'
import { markdownTable } from './markdown-table.ts'

/** Pages with tables of settings, and what stands between the marks of each. */
const PAGES = { 'README.md': readmeTable, 'docs/operations.md': operationsTables }

export const PAGES_WITH_SETTINGS = Object.keys(PAGES) as (keyof typeof PAGES)[]

const BEGIN = '<!-- settings: written by node scripts/write-setting-tables.ts -->'
const END = '<!-- settings: end -->'

/** The page as it should be. */
export function pageWithSettings(path: keyof typeof PAGES): string {
  const page = readFileSync(path, 'utf8')
  const begin = page.indexOf(BEGIN)
  const end = page.indexOf(END)
  if (begin === -1 || end < begin) throw new Error(`${path} has no place for the tables: ${BEGIN} … ${END}`)
  return `${page.slice(0, begin)}${BEGIN}\n\n${PAGES[path]()}\n\n${page.slice(end)}`
}

function readmeTable(): string {
  const own = Object.values(SETTING_GROUPS).flatMap((group: SettingGroup) => Object.values(group))
  return markdownTable(
    ['variable', 'default', 'meaning'],
    [
      ...own.map((setting) => [code(setting.name), sandboxDefault(setting), setting.meaning]),
      ...ALL_PROVIDERS.map(({ title, meaning, settings }) => [
        Object.values(settings)
          .map(({ name }) => code(name))
          .join(', '),
        isPlayed(settings) ? 'the sandbox' : '',
        `${title}: ${meaning}`,
      ]),
    ],
  )
}

function operationsTables(): string {
  const groups = Object.entries<SettingGroup>(SETTING_GROUPS).map(
    ([title, group]) => `### ${title}\n\n${settingsTable(Object.values(group))}`,
  )
  const providers = Object.entries<Provider<SettingGroup>>(PROVIDERS).map(
    ([name, provider]) =>
      `**${provider.title}**, ${provider.meaning}${whenOn(provider)}.${idsOf(name)}\n\n${settingsTable(Object.values(provider.settings), provider)}`,
  )
  return [...groups, '### Providers', ...providers, '### Values that anybody can read', publishedTable()].join('\n\n')
}

/** What a gateway or wallet is called in addresses, in the book and in the figures. */
function idsOf(name: string): string {
  const ids = connectorIds().filter((id) => CONNECTORS[id].settings === name)
  return ids.length === 0 ? '' : ` Its id${ids.length > 1 ? 's are' : ' is'} ${ids.map(code).join(' and ')}.`
}

function whenOn({ isNeeded, title }: Provider<SettingGroup>): string {
  return isNeeded ? '; production does not start without' : `; on when set, and then with all that is marked "with ${title}"`
}

function settingsTable(settings: Setting<unknown>[], provider?: Provider<SettingGroup>): string {
  return markdownTable(
    ['setting', 'in production', 'meaning'],
    settings.map((setting) => [code(setting.name), inProduction(setting, provider), setting.meaning]),
  )
}

function publishedTable(): string {
  const rows = ALL_SETTINGS.flatMap(({ name, published }) =>
    published.map(({ value, where, source }) => [code(name), PLACES[where].replace('VALUE', code(value)), source]),
  )
  return markdownTable(['setting', 'refused', 'published as'], rows)
}

const PLACES = {
  whole: 'VALUE',
  beginning: 'what begins with VALUE',
  inside: 'what holds VALUE',
  host: 'VALUE and hosts below it',
} as const

function inProduction({ inProduction: rule, unset, isOptional }: Setting<unknown>, provider?: Provider<SettingGroup>): string {
  if (rule === 'refused') return 'refused'
  if (rule === 'needed') return 'required'
  if (unset.production !== null) return wordsOf({ unset }, 'production')
  if (isOptional) return ''
  return !provider || provider.isNeeded ? 'required' : `with ${provider.title}`
}

function sandboxDefault({ unset }: Setting<unknown>): string {
  const inSandbox = wordsOf({ unset }, 'sandbox')
  const elsewhere = wordsOf({ unset }, 'production')
  return inSandbox === elsewhere || elsewhere === '' ? inSandbox : `${inSandbox} (${elsewhere} in production)`
}

function wordsOf({ unset }: Pick<Setting<unknown>, 'unset'>, mode: Mode): string {
  const given = unset[mode]
  return typeof given === 'string' ? given : (given?.words ?? '')
}

function code(text: string): string {
  return `\`${text}\``
}

if (import.meta.main) for (const path of PAGES_WITH_SETTINGS) writeFileSync(path, pageWithSettings(path))
