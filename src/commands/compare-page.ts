import { integrityOf, type ScriptInventory } from './script-inventory.ts'

/** What a browser received for one address. */
export type Received = { status: number; policy: string; body: string }

export type PageRules = {
  /** Where built files may come from: the portal itself, and CDN_URL. */
  assetBases: readonly string[]
  /** Origins that may be framed: the checkout of a gateway whose popup is on. */
  frames: readonly string[]
}

const DATA_TYPES = new Set(['application/json', 'application/ld+json'])
const ALLOWED_SOURCES = /^script-src 'self'(?: (\S+))?$/

/** PCI DSS 11.6.1: everything in a page that could run or frame something, and is not in the inventory. */
export function differencesOfPage({ policy, body }: Received, listed: readonly string[], rules: PageRules): string[] {
  return [...scriptsOutside(body, listed, rules), ...handlersIn(body), ...framesOutside(body, rules), ...policyDifferences(policy, rules)]
}

type Tag = { name: string; attributes: Map<string, string> }

/** Tags as a browser reads them; comments and the content of scripts and styles are no tags. */
function tagsIn(html: string): Tag[] {
  const markup = html.replaceAll(/<!--[^]*?-->/g, '').replaceAll(/(<(script|style|textarea|title)\b[^>]*>)[^]*?(?=<\/\2)/gi, '$1')
  return [...markup.matchAll(/<([a-z][\w-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/gi)].map(([, name = '', rest = '']) => ({
    name: name.toLowerCase(),
    attributes: new Map(
      [...rest.matchAll(/([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g)].map(([, key = '', a, b, c]) => [
        key.toLowerCase(),
        a ?? b ?? c ?? '',
      ]),
    ),
  }))
}

function scriptsOutside(html: string, listed: readonly string[], { assetBases }: PageRules): string[] {
  return tagsIn(html).flatMap(({ name, attributes }) => {
    if (name === 'base' || name === 'object' || name === 'embed') return [`a <${name}> that no page of ours has`]
    const isLoaded = name === 'link' && /modulepreload|import/.test(attributes.get('rel') ?? '')
    const address = isLoaded ? attributes.get('href') : attributes.get('src')
    if (name !== 'script' && !isLoaded) return []
    if (address === undefined) return DATA_TYPES.has(attributes.get('type') ?? '') ? [] : ['a script inside the page']
    const file = fileAt(address, assetBases)
    return file !== null && listed.includes(file) ? [] : [`a script that is not in the inventory: ${withoutQuery(address)}`]
  })
}

/** The built file at an address, or null for any other place. */
function fileAt(address: string, bases: readonly string[]): string | null {
  for (const base of bases) if (address.startsWith(`${base}/`)) return address.slice(base.length + 1)
  return null
}

function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '').slice(0, 200)
}

function handlersIn(html: string): string[] {
  return tagsIn(html).flatMap(({ name, attributes }) =>
    [...attributes]
      .filter(([key, value]) => key.startsWith('on') || /^\s*javascript:/i.test(value))
      .map(([key]) => `a script in the attribute ${key} of <${name}>`),
  )
}

function framesOutside(html: string, { frames }: PageRules): string[] {
  const addresses = tagsIn(html).flatMap(({ name, attributes }) =>
    name === 'iframe' || name === 'frame' ? [attributes.get('src') ?? attributes.get('srcdoc') ?? ''] : [],
  )
  return addresses
    .filter((address) => !frames.includes(URL.parse(address)?.origin ?? ''))
    .map((address) => `a frame of another place: ${withoutQuery(address)}`)
}

function policyDifferences(policy: string, { assetBases, frames }: PageRules): string[] {
  const directives = policy.split(';').map((part) => part.trim())
  const has = (directive: string) => directives.includes(directive)
  const scripts = directives.filter((part) => part.startsWith('script-src'))
  const [, base] = ALLOWED_SOURCES.exec(scripts[0] ?? '') ?? []
  const areScriptsOurs =
    scripts.length === 1 && ALLOWED_SOURCES.test(scripts[0] ?? '') && (base === undefined || assetBases.includes(base.replace(/\/$/, '')))
  const framed =
    directives
      .find((part) => part.startsWith('frame-src'))
      ?.split(' ')
      .slice(1) ?? []
  return [
    ...(has("default-src 'none'") ? [] : ["the policy lacks default-src 'none'"]),
    ...(areScriptsOurs ? [] : [`the policy allows other scripts: ${scripts.join('; ') || 'no script-src'}`]),
    ...(has("base-uri 'none'") ? [] : ["the policy lacks base-uri 'none'"]),
    ...(has("require-trusted-types-for 'script'") ? [] : ['the policy lacks require-trusted-types-for']),
    ...framed.filter((origin) => !frames.includes(origin)).map((origin) => `the policy allows frames of ${origin}`),
  ]
}

/** A built file as it was received; null when it is the one of the inventory. */
export function differenceOfFile(
  file: string,
  { status, body }: Pick<Received, 'status' | 'body'>,
  inventory: ScriptInventory,
): string | null {
  if (status !== 200) return `${file} was not served (${status})`
  return integrityOf(body) === inventory.files[file]?.integrity ? null : `${file} was changed: ${integrityOf(body)}`
}

/** Texts of the operator that the portal writes before a script at a fixed address: data, and nothing that runs. */
const WRITTEN_FIRST = /^const (?:OFFLINE_VERSION='[\w-]{12}',)?[A-Z_]+=(\{.*\});$/s

export function differenceOfFixed(
  address: string,
  { status, body }: Pick<Received, 'status' | 'body'>,
  inventory: ScriptInventory,
): string | null {
  const known = inventory.fixed[address]
  if (!known) return `${address} is not in the inventory`
  if (status !== 200) return `${address} was not served (${status})`
  // Off (OFFLINE_PAGE): nothing runs.
  if (body === '') return null
  const bytes = Buffer.from(body)
  const [before, script] = [bytes.subarray(0, -known.bytes).toString(), bytes.subarray(-known.bytes)]
  return integrityOf(script) === known.integrity && isData(before) ? null : `${address} was changed: ${integrityOf(body)}`
}

function isData(text: string): boolean {
  const [, json] = WRITTEN_FIRST.exec(text) ?? []
  if (json === undefined) return text === ''
  try {
    JSON.parse(json)
    return true
  } catch {
    return false
  }
}
