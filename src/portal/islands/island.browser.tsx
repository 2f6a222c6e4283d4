import type { ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { installMarkupPolicy } from './markup-policy.ts'
import { IslandRoot } from './island-root.tsx'
import { swapQuotes } from './quoted-props.ts'
import { readFrame } from './read-frame.ts'

installMarkupPolicy()

/** The browser's half of an island: the shell calls it at the first touch. On the server an island is a component. */
export function island<Props extends object>(_name: string, Inside: ComponentType<Props>): (element: HTMLElement) => Promise<void> {
  return (element) =>
    new Promise<void>((resolve) => {
      const props = JSON.parse(swapQuotes(element.dataset.props ?? '{}')) as Props
      const asSent = [...element.childNodes].map((node) => node.cloneNode(true))
      const root = hydrateRoot(
        element,
        <IslandRoot frame={readFrame()} slotHtml="" onAwake={resolve}>
          <Inside {...props} />
        </IslandRoot>,
        {
          identifierPrefix: element.dataset.prefix ?? '',
          // Without React the form still works: the server's markup is restored, and the island is not hydrated again.
          onUncaughtError(error) {
            reportError(error)
            setTimeout(() => {
              root.unmount()
              element.replaceChildren(...asSent)
              element.dataset.state = 'broken'
              resolve()
            })
          },
        },
      )
    })
}
