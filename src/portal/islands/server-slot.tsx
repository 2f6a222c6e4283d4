import { createContext, use } from 'react'

export const ServerSlotContext = createContext('')

/**
 * The place inside an island for what only the server renders: the children that the page gave the island. The browser leaves
 * them as they came. Hide it where it is not wanted; once unmounted, they are gone.
 */
export function ServerSlot({ isHidden = false }: { isHidden?: boolean }) {
  const html = use(ServerSlotContext)
  return <div hidden={isHidden} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}
