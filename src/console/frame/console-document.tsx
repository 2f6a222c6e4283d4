import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { OPERATOR } from '#operator-record'
import { ConsoleContext, type ConsoleView } from './console-context.ts'
import { frameTexts } from './frame-texts.ts'

/** Addresses of the style sheet and the script, with the hash of their content. */
export type ConsoleFiles = { styles: string; script: string }

type Shown = {
  view: ConsoleView
  title: string
  files: ConsoleFiles
  /** When the session ends unless something is done: the script warns a minute before. Null where no session is open. */
  idleSeconds: number | null
  body: ReactNode
}

/** A page of the console as HTML. It contains no inline script and no inline style. */
export function renderConsole({ view, title, files, idleSeconds, body }: Shown): string {
  const texts = frameTexts(view.language)
  const html = renderToString(
    <html lang={view.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${texts.console} ${OPERATOR.brand.name}`}</title>
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href={files.styles} />
        <script type="module" src={files.script} />
      </head>
      <body
        data-idle={idleSeconds ?? undefined}
        data-reader={view.staff.id || undefined}
        data-closes-soon={texts.closesSoon}
        data-closes-soon-text={texts.closesSoonText}
        data-stay={texts.stay}
        data-copied={texts.copied}
        data-old-figures={texts.notRefreshed}
      >
        <ConsoleContext value={view}>{body}</ConsoleContext>
      </body>
    </html>,
  )
  return `<!DOCTYPE html>${html}`
}
