import { js2xliff, xliff2js } from 'xliff'
import { xml2js, type Element } from 'xml-js'
import type { TextId } from '#settings/read-reviews.ts'

/** XLIFF 2: 'initial' has no translation, 'translated' an unchecked one; 'reviewed' and 'final' are checked. */
export type TextState = 'initial' | 'translated' | 'reviewed' | 'final'
export type TranslatorText = { source: string; target?: string; state: TextState; note?: string }
type Languages = { source: string; target: string }

const STATES: readonly string[] = ['initial', 'translated', 'reviewed', 'final'] satisfies TextState[]

/** A file for each package, a unit for each text; a unit is one sentence for us, and must stay one. */
export async function writeXliff(texts: ReadonlyMap<TextId, TranslatorText>, { source, target }: Languages): Promise<string> {
  const resources: Parameters<typeof js2xliff>[0]['resources'] = {}
  for (const [id, { state: _state, ...unit }] of texts) {
    const [name = '', place = ''] = id.split('/')
    resources[name] ??= {}
    resources[name][place] = { ...unit, additionalAttributes: { canResegment: 'no' } }
  }
  const states = [...texts.values()].map(({ state }) => state).values()
  const xml = await js2xliff({ sourceLanguage: source, targetLanguage: target, resources })
  // The library writes no state. A text cannot hold this: its `<` is written as an entity.
  return `${xml.replaceAll('<segment>', () => `<segment state="${states.next().value ?? 'initial'}">`)}\n`
}

/** What a translator's program made of it. Problems are sentences with the place of the text. */
export async function readXliff(xml: string, { source, target }: Languages) {
  const problems: string[] = []
  const texts = new Map<TextId, TranslatorText>()
  const document = await parse(xml).catch((error: unknown) => String(error))
  if (typeof document === 'string') return { texts, problems: [`is no XLIFF 2: ${document.split('\n')[0]}`] }
  const { sourceLanguage, targetLanguage, resources, segments } = document
  if (sourceLanguage !== source || targetLanguage !== target)
    problems.push(`translates ${sourceLanguage} to ${targetLanguage}, not ${source} to ${target}`)
  for (const [name, units] of Object.entries(resources))
    for (const [place, { source: from, target: to = '' }] of Object.entries(units)) {
      const id = `${name}/${place}`
      const [segment, ...others] = segments.get(id) ?? []
      const state = String(segment?.attributes?.state ?? 'initial')
      if (!segment || others.length > 0) problems.push(`${id}: must be one segment`)
      else if (!isState(state)) problems.push(`${id}: ${state} is no state`)
      else if (typeof from !== 'string' || typeof to !== 'string') problems.push(`${id}: holds markup`)
      else texts.set(id, { source: from, ...(to && { target: to }), state })
    }
  return { texts, problems }
}

async function parse(xml: string) {
  const tree: Element = xml2js(xml) as Element
  const root = tree.elements?.find(({ name }) => name === 'xliff')
  const version = root?.attributes?.version
  if (!root || !['2.0', '2.1', '2.2'].includes(String(version))) throw new Error(`the version is ${version}`)
  const segments = new Map<TextId, Element[]>()
  for (const file of childrenOf(root, 'file'))
    for (const unit of childrenOf(file, 'unit')) {
      const id = `${file.attributes?.id}/${unit.attributes?.id}`
      segments.set(id, [...(segments.get(id) ?? []), ...childrenOf(unit, 'segment')])
    }
  const { sourceLanguage, targetLanguage, resources = {} } = await xliff2js(xml)
  return { sourceLanguage, targetLanguage, resources, segments }
}

function childrenOf(element: Element, wanted: string): Element[] {
  return (element.elements ?? []).filter(({ name }) => name === wanted)
}

function isState(text: string): text is TextState {
  return STATES.includes(text)
}
