import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Proof } from '../../tests/proof/test-titles.ts'

/** One reason to believe a row: a test, a place in the code, a heading, what a person checks, why it does not apply, or what is missing. */
export type Evidence = { kind: EvidenceKind; text: string }

export const EVIDENCE_KINDS = ['test', 'code', 'doc', 'manual', 'no', 'open'] as const
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number]

export type Row = { id: string; level: string; words: string; evidence: Evidence[] }

/** `id level | words | kind: text; kind: text`; lines that begin with # are comments. */
export function readRows(path: string): Row[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [head = '', words = '', evidence = ''] = line.split('| ').map((part) => part.trim())
      const [id = '', level = ''] = head.split(' ')
      return { id, level, words, evidence: evidence.split(/; (?=(?:test|code|doc|manual|no|open): )/).map(readEvidence) }
    })
}

function readEvidence(text: string): Evidence {
  const [kind = '', rest = ''] = text.split(/: (.*)/s)
  const known = EVIDENCE_KINDS.find((one) => one === kind)
  if (!known || !rest) throw new Error(`not evidence: ${text}`)
  return { kind: known, text: rest.trim() }
}

const SHOWN_AS = { manual: 'by hand', no: 'does not apply', open: 'open' } as const

/** How the evidence reads on a page, and what is wrong with it. */
export function resolveEvidence({ kind, text }: Evidence, proofs: readonly Proof[]): { shown: string; problem: string | null } {
  if (kind === 'test') return resolveTest(text, proofs)
  if (kind === 'code') return resolveCode(text)
  if (kind === 'doc') return resolveHeading(text)
  return { shown: `${SHOWN_AS[kind]}: ${text}`, problem: null }
}

/** A part of a title, so that the row names the rule and not its ids; it must lead to one file. */
function resolveTest(part: string, proofs: readonly Proof[]) {
  const found = proofs.filter(({ title }) => title.includes(part))
  const [first] = found
  if (!first) return { shown: part, problem: `no test is called: ${part}` }
  const files = new Set(found.map(({ file }) => file))
  const problem = files.size > 1 ? `tests of several files are called: ${part} (${[...files].join(', ')})` : null
  return { shown: `“${first.title}” (${basename(first.file)})`, problem }
}

function resolveCode(text: string) {
  const [path = '', rest = ''] = text.split(/ "(.*)"$/s)
  const holds = existsSync(path) && readFileSync(path, 'utf8').includes(rest)
  return { shown: `\`${path}\``, problem: holds ? null : `${path} does not hold: ${rest}` }
}

function resolveHeading(target: string) {
  const [path = '', anchor = ''] = target.split('#')
  const headings = existsSync(path) ? [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title)) : []
  const shown = `[${basename(path, '.md')}: ${anchor.replaceAll('-', ' ')}](${relativeToShelf(path)}#${anchor})`
  return { shown, problem: headings.includes(anchor) ? null : `no such heading: ${target}` }
}

/** Pages with evidence lie in docs/compliance. */
function relativeToShelf(path: string): string {
  return path.startsWith('docs/compliance/') ? basename(path) : path.replace(/^docs\//, '../').replace(/^(?!\.\.)/, '../../')
}

/** The anchor that a heading gets. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

/** What a row amounts to: the strongest of its evidence, or that something is missing. */
export function verdictOf({ evidence }: Row): 'test' | 'code' | 'document' | 'partly' | 'open' | 'not applicable' {
  const kinds = new Set(evidence.map(({ kind }) => kind))
  if (kinds.has('open')) return kinds.size > 1 ? 'partly' : 'open'
  if (kinds.has('test')) return 'test'
  if (kinds.has('code')) return 'code'
  return kinds.has('doc') ? 'document' : 'not applicable'
}
