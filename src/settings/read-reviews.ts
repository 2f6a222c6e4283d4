import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { isFlat, textsOf } from '#features/site-content/package-texts.ts'
import type { LanguageRecord, OperatorRecord, TextPair } from '#shared/operator-record.ts'

const SHIPPED = join(import.meta.dirname, '../../content')
const REVIEWS = Type.Record(Type.String({ pattern: '^[a-zA-Z-]+/[A-Za-z0-9_.-]+$' }), Type.String({ pattern: '^[0-9a-f]{16}$' }))

/** Package and place of a text: `orp-translation/keptHelp`. */
export type TextId = string

/** Changes with the source text and with the translation: each of them makes a text unchecked. */
export function reviewHash({ source, target }: TextPair): string {
  return createHash('sha256').update(`${source}\0${target}`).digest('hex').slice(0, 16)
}

export function reviewsPath(folder: string, language: string): string {
  return join(folder, 'reviews', `${language}.json`)
}

/** The packages of a language as they are written, those of the operator over those that ship. */
export function writtenPackages(folder: string, language: string): Map<string, { shipped: unknown; own: unknown; body: unknown }> {
  const folders = [join(SHIPPED, language), join(folder, 'content', language)]
  const names = folders.flatMap((each) => globSync('*.json', { cwd: each })).map((file) => basename(file, '.json'))
  return new Map(
    [...new Set(names)].toSorted().map((name) => {
      const [shipped, own] = folders.map((each) => readJson(join(each, `${name}.json`)))
      const body = own !== undefined && shipped !== undefined && isFlat(shipped) ? { ...Object(shipped), ...Object(own) } : (own ?? shipped)
      return [name, { shipped, own, body }] as const
    }),
  )
}

export function writtenTexts(folder: string, language: string): Map<TextId, string> {
  const packages = [...writtenPackages(folder, language)]
  return new Map(packages.flatMap(([name, { body }]) => [...textsOf(body)].map(([id, text]) => [`${name}/${id}`, text] as const)))
}

/** What `reviews/<language>.json` says, right or not. */
export function readReviews(folder: string, language: string): object {
  return Object(readJson(reviewsPath(folder, language)))
}

/**
 * OPR-4: the texts of a language that a speaker has checked, as `reviews/<language>.json` says, and whether these are all. A text whose
 * source or translation has changed since is unchecked.
 */
export function readReview(folder: string, { first, language }: { first: string; language: string }) {
  const path = reviewsPath(folder, language)
  const found = readJson(path)
  if (found === undefined) return null
  const [error] = Value.Errors(REVIEWS, found)
  if (error) return { problem: `reviews/${language}.json: ${error.instancePath || 'the file'} ${error.message}` }
  const hashes = new Map(Object.entries<unknown>(Object(found)))
  const [sources, targets] = [writtenTexts(folder, first), writtenTexts(folder, language)]
  const checked = new Map<TextId, TextPair>()
  for (const [id, source] of sources) {
    const target = targets.get(id)
    if (target !== undefined && hashes.get(id) === reviewHash({ source, target })) checked.set(id, { source, target })
  }
  return { checked, isWhole: checked.size === sources.size }
}

/** A language with an unchecked text says nothing about money, as a draft does; only those that have a file of reviews are looked at. */
export function withReviews(folder: string, [first, ...others]: OperatorRecord['languages']) {
  const checkedTexts: Record<string, ReadonlyMap<TextId, TextPair>> = {}
  const problems: string[] = []
  const reviewed = others.map((language): LanguageRecord => {
    const review = readReview(folder, { first: first.tag, language: language.tag })
    if (review?.problem) problems.push(review.problem)
    if (!review?.checked) return language
    checkedTexts[language.tag] = review.checked
    return review.isWhole ? language : { ...language, review: 'draft' }
  })
  const languages: OperatorRecord['languages'] = [first, ...reviewed]
  return { languages, checkedTexts, problems }
}

/** Undefined where there is none; what is wrong with a package is said by those who read it as one. */
function readJson(path: string): unknown {
  if (!existsSync(path)) return undefined
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
