import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OPERATOR } from '#operator-record'
import { isPaying } from '#portal/layout/is-paying.ts'
import type { PageRequest } from '#portal/page/page.ts'
import type { PageFiles } from '#portal/page/document.tsx'
import type { DirectCalls } from '#server/calls/direct-calls.ts'
import { readBuiltFiles } from '#server/pages/built-files.ts'
import { contentPolicy, type PolicyOptions } from '#server/pages/content-policy.ts'
import type { PageAsk, RunPages } from '#server/pages/page-routes.ts'
import { languageOf } from '#server/calls/problem-replies.ts'
import type { CountryRecord } from '#shared/operator-record.ts'
import { LANGUAGES, type Language } from '#shared/language.ts'
import { moneyLanguage } from '#shared/language-review.ts'
import { PAGE_TABLE } from './page-table.ts'
import type * as builtBundle from './pages.tsx'

/** The build's output: what the server renders and what browsers fetch. */
export const FOLDERS = { pages: join(import.meta.dirname, '../../build/pages'), browser: join(import.meta.dirname, '../../build/browser') }

/** Parts of the frame whose style only some pages need. */
const CHOOSER = LANGUAGES.length > 2 ? ['portal/layout/language-chooser.tsx'] : []
const MENU = 'portal/layout/page-menu.tsx'
const FAILURE = 'portal/page/failure-document.tsx'
const ANNOUNCEMENT = 'portal/layout/announcement.tsx'

/** The current pages: built once, or in development from the source. */
export type PageSource = {
  /** Changes with the pages: data stored for one version is not valid for another. */
  version: string
  load(): Promise<{ bundle: typeof builtBundle; filesOf(path: string): Promise<PageFiles> }>
}

export type RunOptions = PolicyOptions & {
  source: PageSource
  publicOrigin: string
  isTrial: boolean
  sandboxUrl: string | null
  ussdCode: string | null
  country: CountryRecord
  callHeaders: Readonly<Record<string, string>>
  callsFor: DirectCalls
  /** CON-8: what staff announce on a page. */
  announcementsOn: (path: string, language: Language) => Promise<PageRequest['announcements']>
  /** The content as it is now, for one page. */
  pinContent: () => Promise<(name: string, language: Language) => Promise<unknown>>
  /** The development server adds its own scripts and styles: a strict policy would block them. */
  policyFor?: (styles: string) => string
}

export function builtSource(assetBase: string | null): PageSource {
  const built = readBuiltFiles(FOLDERS, assetBase ?? '')
  const manifest = readFileSync(join(FOLDERS.pages, 'manifest.json'), 'utf8')
  const bundle = import(join(FOLDERS.pages, 'pages.js')) as Promise<typeof builtBundle>
  const { shell, fields, islandFiles } = built
  const announcementStyles = built.styleOf([ANNOUNCEMENT])
  const styled = (style: string) => built.brandStyle(OPERATOR.look.style, style) + style
  const files = new Map(
    Object.entries(PAGE_TABLE).map(([path, file]) => {
      const parts = [...CHOOSER, ...(isPaying(path) ? [] : [MENU]), file]
      const [styles, failureStyles] = [styled(built.styleOf(parts)), styled(built.styleOf([FAILURE, ...parts]))]
      return [path, { styles, failureStyles, announcementStyles, shell, fields, islandFiles }]
    }),
  )
  return {
    version: hash('sha256', manifest + JSON.stringify(OPERATOR), 'base64url').slice(0, 16),
    async load() {
      return { bundle: await bundle, filesOf: async (path) => files.get(path) ?? Promise.reject(new Error(`${path} was not built`)) }
    },
  }
}

/** Composes the calls, the visitor's context and the pages. */
export function runPages(options: RunOptions): RunPages {
  const { source, publicOrigin, isTrial, sandboxUrl, ussdCode, country, callHeaders, callsFor, pinContent, announcementsOn } = options
  const policyFor = options.policyFor ?? remembered((styles) => contentPolicy(styles, options))

  async function prepare({ path, params, url, request, reply }: PageAsk) {
    const { bundle, filesOf } = await source.load()
    const page = (await bundle.importPages()).get(path)
    if (!page) throw new Error(`no page at ${path}`)
    const chosen = languageOf(request)
    const language = page.isAboutMoney ? moneyLanguage(chosen) : chosen
    const announcements = await announcementsOn(url.pathname, language)
    const files = withAnnouncement(await filesOf(path), announcements.shown.length > 0)
    const readContent = await pinContent()
    let holdsPrivate = false
    const pageRequest: PageRequest = {
      url,
      params,
      api: callsFor(request, reply, () => (holdsPrivate = true)),
      content: (name, otherLanguage = language) => readContent(name, otherLanguage),
      language,
      chosen,
      requestId: request.id,
      announcements,
      country,
      isTrial,
      sandboxUrl,
      ussdCode,
      callHeaders,
      publicUrl: publicOrigin,
    }
    return { bundle, page, files, pageRequest, holdsPrivate: () => holdsPrivate }
  }

  return {
    paths: Object.keys(PAGE_TABLE),
    async show(ask, answer) {
      const { bundle, page, files, pageRequest, holdsPrivate } = await prepare(ask)
      const outcome = await bundle.showPage(page, pageRequest, answer, files)
      if (outcome.kind !== 'page') return outcome
      const headers = { ...outcome.headers, ...(holdsPrivate() && { 'cache-control': 'no-store' }) }
      return { ...outcome, headers, policy: policyFor(outcome.styles) }
    },
    async fail(ask, problem) {
      const { bundle, files, pageRequest } = await prepare(ask)
      const outcome = await bundle.failPage(pageRequest, problem, files)
      return outcome.kind === 'page' ? { ...outcome, policy: policyFor(outcome.styles) } : outcome
    },
    async post(ask, form) {
      const { bundle, page, files, pageRequest } = await prepare(ask)
      const outcome = await bundle.postToPage(page, pageRequest, form, files)
      return outcome.kind === 'page' ? { ...outcome, policy: policyFor(outcome.styles) } : outcome
    },
  }
}

/** The policy names the style of a page, so it is put together before the page is rendered. */
function withAnnouncement(files: PageFiles, isShown: boolean): PageFiles {
  if (!isShown) return files
  const { styles, failureStyles, announcementStyles } = files
  return { ...files, styles: styles + announcementStyles, failureStyles: failureStyles + announcementStyles }
}

/** Styles are few and built once: a policy is created once for each. */
function remembered(make: (text: string) => string): (text: string) => string {
  const made = new Map<string, string>()
  return (text) => {
    const known = made.get(text) ?? make(text)
    made.set(text, known)
    return known
  }
}
