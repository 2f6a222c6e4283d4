import { type ComponentType, createElement, type ReactNode, use } from 'react'
import { renderToString } from 'react-dom/server'
import { FrameContext, type FrameValue } from '../page/frame-context.ts'
import { IslandRoot } from './island-root.tsx'
import { IslandsContext } from './islands-context.ts'
import { swapQuotes } from './quoted-props.ts'

/**
 * An island: a part of a page that script hydrates when a visitor touches it. Wrapped once, in the file `<name>.island.tsx`, and used
 * like any component. Its props travel as JSON, so they hold no functions, dates or undefined. Children stay server-rendered.
 */
export function island<Props extends object>(name: string, Inside: ComponentType<Props>) {
  return function Island({ children, ...rest }: Props & { children?: ReactNode }) {
    const islands = use(IslandsContext)
    if (!islands) throw new Error(`the island ${name} stands in no page`)
    const { frame, filesOf, rendered } = islands
    // Ids are made unique by the island's position in the page.
    const prefix = `${rendered.push(name)}-`
    const props = rest as unknown as Props
    const slotHtml = children ? renderSlot(children, frame, `${prefix}s`) : ''
    const html = renderToString(
      <IslandRoot frame={frame} slotHtml={slotHtml}>
        <Inside {...props} />
      </IslandRoot>,
      { identifierPrefix: prefix },
    )
    return createElement('x-island', {
      'data-files': filesOf(name).join(' '),
      'data-prefix': prefix,
      'data-props': swapQuotes(JSON.stringify(props)),
      dangerouslySetInnerHTML: { __html: html },
    })
  }
}

/** A root of its own, with the page's language and ids that no other root has. */
function renderSlot(children: ReactNode, frame: FrameValue, identifierPrefix: string): string {
  return renderToString(<FrameContext value={frame}>{children}</FrameContext>, { identifierPrefix })
}
