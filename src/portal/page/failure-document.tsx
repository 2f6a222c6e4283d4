import { renderToString } from 'react-dom/server'
import type { Language } from '#shared/language.ts'
import { FALLBACK_LANGUAGE } from '../texts/fallback-words.ts'
import type { Frame } from '../layout/page-frame.tsx'
import { renderDocument, type PageFiles } from './document.tsx'
import { ErrorView } from './error-view.tsx'

/** ROUTE-8: what a visitor sees when a page could not be shown. `frame` is missing when even its texts could not be read. */
export function renderFailure(
  { frame, ...failure }: { frame: Frame | null; language: Language; status: number; message: string | null; requestId: string },
  files: PageFiles,
): { html: string; main: string } {
  const { failureStyles: styles } = files
  const view = <ErrorView texts={frame?.texts ?? null} {...failure} />
  if (frame)
    return renderDocument({ frame, tags: { title: frame.texts.unexpectedError, isHidden: true }, response: {}, view }, { ...files, styles })
  const html = renderToString(
    <html lang={FALLBACK_LANGUAGE}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>500</title>
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body>{view}</body>
    </html>,
  )
  return { html: `<!DOCTYPE html>${html}`, main: '' }
}
