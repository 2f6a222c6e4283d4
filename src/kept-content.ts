import { API_PREFIX } from '#calls/addresses.ts'

/** They depend on the content, the language and the question: not on the visit, and not on votes. */
const KEPT_PATHS = new Set(
  ['cms/webpage/activePackage', 'resource/v1/get-product-config', 'help/v1/overview', 'help/v1/category', 'help/v1/topic'].map(
    (path) => `${API_PREFIX}/${path}`,
  ),
)
const MOST_KEPT = 500

export type Question = { method: string; url: string; input: unknown; language: string }

/** Answers that are the same for everybody while the content stays the same: a page asks for six packages of texts each time. */
export type KeptContent = { answerTo(question: Question, ask: () => Promise<unknown>): Promise<unknown> }

export function keepContent(contentVersion: () => Promise<string>): KeptContent {
  const kept = new Map<string, unknown>()
  let keptVersion = ''
  return {
    async answerTo({ method, url, input, language }, ask) {
      if (method !== 'GET' || !KEPT_PATHS.has(url)) return ask()
      const version = await contentVersion()
      if (version !== keptVersion || kept.size >= MOST_KEPT) {
        kept.clear()
        keptVersion = version
      }
      const key = `${url} ${language} ${JSON.stringify(input)}`
      const known = kept.get(key)
      if (known !== undefined) return known
      const answer = await ask()
      // Content that changed meanwhile, or a failure, is not worth keeping.
      if (keptVersion === version && isSuccess(answer)) kept.set(key, answer)
      return answer
    },
  }
}

function isSuccess(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'status' in answer && answer.status === 'success'
}
