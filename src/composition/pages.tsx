import { renderDocument, type PageFiles } from '#portal/page/document.tsx'
import { type Redisplay, type Page, type PageRequest, type PostedForm, Redirect, PageFailure } from '#portal/page/page.ts'
import { readFrame } from '#portal/page/read-frame.ts'
import { LANGUAGES } from '#shared/language.ts'
import { moneyLanguage } from '#shared/language-review.ts'
import { readPageMeta } from '#portal/texts/texts.ts'
import { PAGE_TABLE } from './page-table.ts'
import '#portal/styles/base.css'

/** The result of a page request. `problem` is for the log: the page already says what the visitor needs. */
export type Outcome =
  | { kind: 'page'; status: number; html: string; main: string; styles: string; headers: Record<string, string>; problem?: unknown }
  | { kind: 'redirect'; location: string; headers: Record<string, string>; status?: 301 }

type StoredRedisplay = { kind: 'again'; answer: unknown; isPrivate: boolean }

export type PostOutcome = Exclude<Outcome, { kind: 'page' }> | StoredRedisplay | Extract<Outcome, { kind: 'page' }>

const MODULES = import.meta.glob<{ default: Page }>('../features/*/portal/*.page.tsx')

/** A separate part, so that its style goes only to pages that failed (run-pages.ts). */
const failureDocument = () => import('#portal/page/failure-document.tsx')

let pages: Promise<Map<string, Page>> | null = null

/** All pages by their path, loaded once. */
export function importPages(): Promise<Map<string, Page>> {
  pages ??= loadPages()
  return pages
}

async function loadPages(): Promise<Map<string, Page>> {
  // Loaded already when something fails.
  await failureDocument()
  const loaded = Object.entries(PAGE_TABLE).map(async ([path, file]) => {
    const module = await MODULES[`../${file}`]?.()
    if (!module?.default.paths.includes(path)) throw new Error(`${file} is no page for ${path}`)
    return [path, module.default] as const
  })
  return new Map(await Promise.all(loaded))
}

export async function showPage(page: Page, request: PageRequest, answer: unknown, files: PageFiles): Promise<Outcome> {
  try {
    const [frame, { tags, response: manner, view }] = await Promise.all([
      readFrame(request),
      page.prepare(request, await inItsLanguage(answer, request)),
    ])
    const shownTags = tags ?? (await readPageMeta(request, page.paths[0] ?? '/'))
    const rendered = renderDocument({ frame, tags: shownTags, response: manner, view }, files)
    return { kind: 'page', status: manner.status ?? 200, ...rendered, styles: files.styles, headers: manner.headers ?? {} }
  } catch (thrown) {
    return failed(thrown, request, files)
  }
}

export async function postToPage(page: Page, request: PageRequest, form: PostedForm, files: PageFiles): Promise<PostOutcome> {
  try {
    if (!page.action) throw new PageFailure(405, '405')
    const answered = await page.action(request, form)
    return answered instanceof Redirect ? redirectTo(answered) : keptAgain(answered)
  } catch (thrown) {
    return failed(thrown, request, files)
  }
}

/** The page for a visitor whose form could not be read. */
export function failPage(
  request: PageRequest,
  { status, message }: { status: number; message: string },
  files: PageFiles,
): Promise<Outcome> {
  return failed(new PageFailure(status, message), request, files)
}

function keptAgain({ redisplay: again, isPrivate = false }: Redisplay<unknown>): StoredRedisplay {
  return { kind: 'again', answer: again, isPrivate }
}

function redirectTo({ location, headers, isPermanent }: Redirect): Extract<Outcome, { kind: 'redirect' }> {
  return { kind: 'redirect', location, headers: { ...headers }, ...(isPermanent && { status: 301 }) }
}

async function failed(thrown: unknown, asked: PageRequest, files: PageFiles): Promise<Outcome> {
  if (thrown instanceof Redirect) return redirectTo(thrown)
  const request = inMoneyLanguage(asked)
  const { status, message } = thrown instanceof PageFailure ? thrown : { status: 500, message: null }
  // The frame's own texts may be what is missing.
  const frame = await readFrame(request).catch(() => null)
  const { renderFailure } = await failureDocument()
  const rendered = renderFailure({ frame, language: request.language, status, message, requestId: request.requestId }, files)
  return {
    kind: 'page',
    status,
    ...rendered,
    styles: files.failureStyles,
    headers: { 'cache-control': 'no-store' },
    ...(status >= 500 && { problem: thrown }),
  }
}

/** STATE-3: a refusal that was stored in one language is shown in the one that the visitor chose since. */
async function inItsLanguage(answer: unknown, { language, content }: PageRequest): Promise<unknown> {
  if (answer === null) return null
  const now = (await content('problem-translation')) as Record<string, string>
  const said = new Map<string, string>()
  for (const other of LANGUAGES.filter((each) => each !== language)) {
    const before = (await content('problem-translation', other)) as Record<string, string>
    for (const [kind, text] of Object.entries(before)) said.set(plain(text), now[kind] ?? text)
  }
  for (const text of Object.values(now)) said.delete(plain(text))
  const reword = (value: unknown): unknown => {
    if (typeof value === 'string') return said.get(plain(value)) ?? value
    if (Array.isArray(value)) return value.map(reword)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, reword(part)]))
  }
  return reword(answer)
}

/** Typography differs between texts that are read and texts that are sent. */
function plain(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, ' ')
}

/** What went wrong may concern a payment: it is said in a language that a speaker has checked. */
function inMoneyLanguage(request: PageRequest): PageRequest {
  const language = moneyLanguage(request.language)
  return { ...request, language, content: (name) => request.content(name, language) }
}
