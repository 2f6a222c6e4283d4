import { data } from 'react-router'
import type { RouterContextProvider } from 'react-router'
import { isFailure, type Failure } from '#shared/reply.ts'
import { surroundings } from '#portal/page-context.ts'
import { readContent, type PageMeta } from '#portal/texts.ts'

type Context = Readonly<RouterContextProvider>

/** What a call of the help centre answered. What does not exist becomes a page that says so, with the words to say it. */
export async function readResult<Answer extends { result: unknown }>(
  context: Context,
  answer: Answer | Failure,
): Promise<Answer['result']> {
  if (!isFailure(answer)) return answer.result
  if (answer.code !== 'not-found' && answer.code !== 'bad-request') throw new Response(answer.message, { status: 503 })
  return throwMissing(context)
}

export type MissingHelp = { missingTitle: string; missingLead: string; toHelp: string }

export async function throwMissing(context: Context): Promise<never> {
  const { missingTitle, missingLead, toHelp } = await readContent(context, 'getHelp-translation')
  const words: MissingHelp = { missingTitle, missingLead, toHelp }
  throw data(words, { status: 404, headers: { 'x-robots-tag': 'noindex' } })
}

/** Title, description and address of a page whose name is content of the help centre. */
export async function helpPageMeta(context: Context, page: { title: string; description: string; path: string }): Promise<PageMeta> {
  const { siteName } = await readContent(context, 'meta-data-config')
  return {
    title: `${page.title} · ${siteName}`,
    description: page.description,
    canonical: new URL(page.path, context.get(surroundings).publicUrl).href,
  }
}
