import type { ReactNode } from 'react'
import { OPERATOR } from '#operator-record'
import type { Language } from '#shared/language.ts'
import type { WrittenRecord } from './written-record.ts'
import { renderToString } from 'react-dom/server'
import { IslandsContext, type IslandFiles, type PageIslands } from '../islands/islands-context.ts'
import type { ResponseOptions, PageTags } from './page.ts'
import { PageFrame, type Frame } from '../layout/page-frame.tsx'
import { manifestPath } from '../offline/app-manifest.ts'
import { FrameContext, type FrameValue } from './frame-context.ts'
import type { PageData } from '../islands/read-frame.ts'
import { jsonForHtml } from './json-for-html.ts'

/** Built files by the names that pages use. */
export type PageFiles = {
  styles: string
  /** With the style of error pages. */
  failureStyles: string
  /** Of an announcement: only for pages that show one. */
  announcementStyles: string
  shell: string
  /** The shell's part for pages with fields. */
  fields: string
  islandFiles: IslandFiles
  /** Only for the development server. */
  scripts?: readonly string[]
}

type Shown = { frame: Frame; tags: PageTags; response: ResponseOptions; view: ReactNode }

/** A whole page as HTML, and its `main` by itself. `main` is rendered first: it determines which scripts the page needs. */
export function renderDocument(
  { frame, tags, response, view }: Shown,
  { styles, shell, fields, islandFiles, scripts = [] }: PageFiles,
): { html: string; main: string } {
  const needed = new Set<string>()
  const shared: FrameValue = { language: frame.language, callHeaders: frame.callHeaders, onFields: () => needed.add(fields) }
  const islands: PageIslands = { filesOf: islandFiles, frame: shared, rendered: [] }
  const main = renderToString(
    <IslandsContext value={islands}>
      <FrameContext value={shared}>{view}</FrameContext>
    </IslandsContext>,
  )
  const data: PageData = { ...shared, operator: writtenRecord(frame.language) }
  const html = renderToString(
    <html lang={frame.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={OPERATOR.look.night} />
        <link rel="icon" href="/favicon.svg" />
        {/* A payment is not added to the home screen: a manifest would only add weight. */}
        {!tags.isHidden && <link rel="manifest" href={manifestPath(frame.language)} />}
        <Tags tags={tags} />
        <style dangerouslySetInnerHTML={{ __html: styles }} />
        {response.refreshSeconds && (
          <noscript>
            <meta httpEquiv="refresh" content={String(response.refreshSeconds)} />
          </noscript>
        )}
        {/* First, so that fields hold their typed values before the first paint. */}
        {[...needed, ...scripts, shell].map((src) => (
          <script key={src} type="module" src={src} />
        ))}
      </head>
      <body>
        <PageFrame frame={frame} main={main} />
        <script type="application/json" id="frame" dangerouslySetInnerHTML={{ __html: jsonForHtml(data) }} />
      </body>
    </html>,
  )
  return { html: `<!DOCTYPE html>${html}`, main }
}

/** Of the operator's record what scripts need, in the words of this page's language. */
function writtenRecord(language: Language): WrittenRecord {
  const { code, dialCode, trunkPrefix, numberGroups, timeZone } = OPERATOR.country
  const { prices, currencies } = OPERATOR.money
  const { tag, locale, thousands, decimal } = OPERATOR.languages.find((each) => each.tag === language) ?? OPERATOR.languages[0]
  const words = currencies.map((each) => [each.code, each.exponent, each.full[tag] ?? '', each.short[tag] ?? ''] as const)
  const { slug } = OPERATOR.brand
  return [slug, code, dialCode, trunkPrefix, numberGroups, timeZone, prices, words, tag, locale, thousands, decimal]
}

function Tags({ tags: { title, description, canonical, isHidden } }: { tags: PageTags }) {
  return (
    <>
      <title>{title}</title>
      {isHidden ? <meta name="robots" content="noindex" /> : <Listed title={title} description={description} canonical={canonical} />}
    </>
  )
}

/** For search engines and shared links; the page of one visitor is neither indexed nor shared. */
function Listed({ title, description, canonical }: PageTags) {
  return (
    <>
      {description !== undefined && <meta name="description" content={description} />}
      <meta property="og:title" content={title} />
      {description !== undefined && <meta property="og:description" content={description} />}
      {canonical !== undefined && <link rel="canonical" href={canonical} />}
    </>
  )
}
