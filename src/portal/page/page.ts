import type { ReactNode } from 'react'
import type { Api } from '#calls/api.ts'
import type { CountryProfile } from '#shared/country-profiles.ts'
import type { Language } from '#shared/language.ts'
import type { Redirect } from './redirect.ts'

/** What a page knows when it is asked for. */
export type PageRequest<Params = object> = {
  url: URL
  params: Params
  /** The page's only door to the server. */
  api: Api
  /** A package of texts in the visitor's language, by its name. Only read from: everybody gets the same one. */
  content: (name: string) => Promise<unknown>
  language: Language
  /** The request's name in our log. */
  requestId: string
  /** What differs from country to country. */
  country: CountryProfile
  /** Where the sandbox can be opened; null in production, where nothing of it exists. */
  sandboxUrl: string | null
  /** What is dialled for the menu on phones; null where there is none. */
  ussdCode: string | null
  publicUrl: string
  /** API-1: what the page's own script sends with every call. */
  callHeaders: Readonly<Record<string, string>>
}

export type PageTags = {
  title: string
  description?: string
  canonical?: string
  /** Kept out of search engines. */
  isHidden?: boolean
}

export type PageManner = {
  status?: number
  headers?: Record<string, string>
  /** A page that waits for something asks again by itself where no script does it. */
  refreshSeconds?: number | null
}

/** The fields of a posted form. */
export type PostedForm = { get(name: string): FormDataEntryValue | null }

/**
 * What is wrong with a form, and what was typed into it: shown when the page comes again. Never holds a PIN or a code. What somebody had to
 * prove something for is private: for minutes, and for the visit that sent the form.
 */
export type Again<Answer> = { again: Answer; isPrivate?: boolean }

type ParamsOf<Path extends string> = Path extends `${infer Head}/${infer Tail}` ? ParamOf<Head> & ParamsOf<Tail> : ParamOf<Path>
type ParamOf<Part extends string> = Part extends `:${infer Name}?`
  ? { [Key in Name]?: string }
  : Part extends `:${infer Name}`
    ? { [Key in Name]: string }
    : object

type PageParts<Params, Data, Answer> = {
  load: (request: PageRequest<Params>) => Promise<Data> | Data
  /** What a post to the page does. It always ends in a redirect, to somewhere else or to the page itself with an answer. */
  act?: (request: PageRequest<Params>, form: PostedForm) => Promise<Redirect | Again<Answer>>
  tags: (data: Data) => PageTags
  manner?: (data: Data, answer: Answer | null) => PageManner
  View: (props: { data: Data; answer: Answer | null }) => ReactNode
}

export type PreparedPage = { tags: PageTags; manner: PageManner; view: ReactNode }

export type Page = {
  paths: readonly string[]
  /** `answer` is what an act of this same page answered before. */
  prepare(request: PageRequest, answer: unknown): Promise<PreparedPage>
  act: ((request: PageRequest, form: PostedForm) => Promise<Redirect | Again<unknown>>) | null
}

/**
 * A page of the portal: what it needs, what posting to it does, its tags and its view. Its file stands in
 * src/join/page-table.ts under each of its paths. `act` is written before `View`, which knows its answer by that.
 */
export function page<const Path extends string, Data, Answer = never>(
  paths: Path | readonly Path[],
  { load, act, tags, manner, View }: PageParts<ParamsOf<Path>, Data, Answer>,
): Page {
  const own = (request: PageRequest) => request as PageRequest<ParamsOf<Path>>
  return {
    paths: typeof paths === 'string' ? [paths] : paths,
    async prepare(request, answer) {
      const data = await load(own(request))
      const known = answer as Answer | null
      return { tags: tags(data), manner: manner?.(data, known) ?? {}, view: View({ data, answer: known }) }
    },
    act: act ? (request, form) => act(own(request), form) : null,
  }
}
