import type { ReactNode } from 'react'
import type { Api } from '#calls/api.ts'
import type { CountryRecord } from '#shared/operator-record.ts'
import type { Language } from '#shared/language.ts'

/** CON-8: what staff announce, in the words of this reader. */
export type ShownAnnouncement = { label: string; title: string; text: string; until: string }

/** The request as a page sees it. */
export type PageRequest<Params = object> = {
  url: URL
  params: Params
  /** The page's only access to the server. */
  api: Api
  /** A content package in the page's language, by name. Read-only: all requests share one object. */
  content: (name: string, language?: Language) => Promise<unknown>
  /** Of the page. */
  language: Language
  /** The visitor's, which may be a draft. */
  chosen: Language
  /** The request's id in the log. */
  requestId: string
  /** Those of this page; `isBelow`: its own content comes first. */
  announcements: { shown: readonly ShownAnnouncement[]; isBelow: boolean }
  /** Settings of the country. */
  country: CountryRecord
  /** No real money moves: the sandbox, with test systems or without. */
  isTrial: boolean
  /** Where the sandbox can be opened; null when it simulates no provider. */
  sandboxUrl: string | null
  /** The USSD code of the menu; null without a menu. */
  ussdCode: string | null
  publicUrl: string
  /** API-1: headers that the page's own script sends with every call. */
  callHeaders: Readonly<Record<string, string>>
}

export type PageTags = {
  title: string
  description?: string
  canonical?: string
  /** Hidden from search engines. */
  isHidden?: boolean
}

export type ResponseOptions = {
  status?: number
  headers?: Record<string, string>
  /** Reload interval of a waiting page without script. */
  refreshSeconds?: number | null
}

/** The fields of a posted form. */
export type PostedForm = { get(name: string): FormDataEntryValue | null }

/**
 * Errors and typed values of a form, for its redisplay. Never holds a PIN or a code. Data that required a proof is private: it lasts
 * minutes and is only for the visit that sent the form.
 */
export type Redisplay<Answer> = { redisplay: Answer; isPrivate?: boolean }

type ParamsOf<Path extends string> = Path extends `${infer Head}/${infer Tail}` ? ParamOf<Head> & ParamsOf<Tail> : ParamOf<Path>
type ParamOf<Part extends string> = Part extends `:${infer Name}?`
  ? { [Key in Name]?: string }
  : Part extends `:${infer Name}`
    ? { [Key in Name]: string }
    : object

type PageParts<Params, Data, Answer> = {
  isAboutMoney?: boolean
  load: (request: PageRequest<Params>) => Promise<Data> | Data
  /** Handles a post to the page. It always ends in a redirect, to another page or to the page itself with a result. */
  action?: (request: PageRequest<Params>, form: PostedForm) => Promise<Redirect | Redisplay<Answer>>
  /** Title and description of its first path in `meta-data-config`, unless the page has others. */
  tags?: (data: Data) => PageTags
  response?: (data: Data, answer: Answer | null) => ResponseOptions
  View: (props: { data: Data; answer: Answer | null }) => ReactNode
}

export type PreparedPage = { tags: PageTags | null; response: ResponseOptions; view: ReactNode }

export type Page = {
  paths: readonly string[]
  /** OPR-4: shown in a language only when its texts are checked. Only pages that never name money, refunds or PINs are not. */
  isAboutMoney: boolean
  /** `answer` is the result of the page's last `action`. */
  prepare(request: PageRequest, answer: unknown): Promise<PreparedPage>
  action: ((request: PageRequest, form: PostedForm) => Promise<Redirect | Redisplay<unknown>>) | null
}

/**
 * A page of the portal: its data, its post handler, its tags and its view. src/composition/page-table.ts lists its file under each
 * of its paths. `action` is written before `View`, so that TypeScript infers the type of its answer.
 */
export function page<const Path extends string, Data, Answer = never>(
  paths: Path | readonly Path[],
  { isAboutMoney = true, load, action, tags, response, View }: PageParts<ParamsOf<Path>, Data, Answer>,
): Page {
  const own = (request: PageRequest) => request as PageRequest<ParamsOf<Path>>
  return {
    paths: typeof paths === 'string' ? [paths] : paths,
    isAboutMoney,
    async prepare(request, answer) {
      const data = await load(own(request))
      const known = answer as Answer | null
      return { tags: tags?.(data) ?? null, response: response?.(data, known) ?? {}, view: View({ data, answer: known }) }
    },
    action: action ? (request, form) => action(own(request), form) : null,
  }
}

/** A redirect. `load` throws it, `action` returns it. */
export class Redirect {
  readonly location: string
  readonly headers: Readonly<Record<string, string>>
  /** A permanent redirect: for search engines, the requested URL is an alias of this one. */
  readonly isPermanent: boolean

  constructor(location: string, headers: Record<string, string> = {}, { isPermanent = false } = {}) {
    this.location = location
    this.headers = headers
    this.isPermanent = isPermanent
  }
}

/** A page that cannot be shown, with the sentence for the visitor. */
export class PageFailure extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
