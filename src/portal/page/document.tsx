import { type ReactNode, use } from 'react'
import { renderToString } from 'react-dom/server'
import { IslandsContext, type IslandFiles } from '../islands/islands-context.ts'
import type { PageManner, PageTags } from './page.ts'
import { PageFrame, type Frame } from '../layout/page-frame.tsx'
import { manifestPath } from '../offline/app-manifest.ts'
import { jsonForHtml } from './json-for-html.ts'

/** Built files as pages name them. */
export type PageFiles = {
  styles: string
  /** With what only a page needs that could not be shown. */
  failureStyles: string
  shell: string
  /** The shell's part for pages with something to fill in. */
  fields: string
  islandFiles: IslandFiles
  /** What only the development server needs. */
  scripts?: readonly string[]
}

type Shown = { frame: Frame; tags: PageTags; manner: PageManner; view: ReactNode }

/** A whole page as HTML. */
export function renderDocument(
  { frame, tags, manner, view }: Shown,
  { styles, shell, fields, islandFiles, scripts = [] }: PageFiles,
): string {
  const html = renderToString(
    <html lang={frame.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#17153b" />
        <link rel="icon" href="/favicon.svg" />
        {/* Nobody puts a payment on the home screen: there it would only weigh. */}
        {!tags.isHidden && <link rel="manifest" href={manifestPath(frame.language)} />}
        <Tags tags={tags} />
        <style dangerouslySetInnerHTML={{ __html: styles }} />
        {manner.refreshSeconds && (
          <noscript>
            <meta httpEquiv="refresh" content={String(manner.refreshSeconds)} />
          </noscript>
        )}
        {[...scripts, shell].map((src) => (
          <script key={src} type="module" src={src} />
        ))}
      </head>
      <body>
        <IslandsContext value={{ filesOf: islandFiles, frame: { language: frame.language, callHeaders: frame.callHeaders }, rendered: [] }}>
          <PageFrame frame={frame}>{view}</PageFrame>
          <FrameForScript />
        </IslandsContext>
      </body>
    </html>,
  )
  // First of all scripts: what is given back to a field is there before anybody looks at it.
  return `<!DOCTYPE html>${hasFields(html) ? html.replace('<script ', (next) => `<script type="module" src="${fields}"></script>${next}`) : html}`
}

/**
 * Whether a visitor fills something in, or sends something that is sealed. A search is none: what was sought comes back with its address; nor is
 * a form of buttons.
 */
function hasFields(html: string): boolean {
  const forms = html.slice(html.indexOf('<main')).match(/<form[^>]* method="post".*?<\/form>/gs) ?? []
  return forms.some((form) => /<(textarea|select|input(?![^>]* type="hidden"))| name="(msisdn|email|otp)"/.test(form))
}

/** What all script of the page shares, once. */
function FrameForScript() {
  const islands = use(IslandsContext)
  if (!islands) return null
  return <script type="application/json" id="frame" dangerouslySetInnerHTML={{ __html: jsonForHtml(islands.frame) }} />
}

function Tags({ tags: { title, description, canonical, isHidden } }: { tags: PageTags }) {
  return (
    <>
      <title>{title}</title>
      {description !== undefined && <meta name="description" content={description} />}
      {isHidden ? <meta name="robots" content="noindex" /> : <Listed title={title} description={description} canonical={canonical} />}
    </>
  )
}

/** For search engines and for whoever passes the address on; a page of one visitor is neither found nor passed on. */
function Listed({ title, description, canonical }: PageTags) {
  return (
    <>
      <meta property="og:title" content={title} />
      {description !== undefined && <meta property="og:description" content={description} />}
      {canonical !== undefined && <link rel="canonical" href={canonical} />}
    </>
  )
}
