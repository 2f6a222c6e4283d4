import { createContext, use } from 'react'

export const ServerSlotContext = createContext('')

/**
 * The slot inside an island for children that only the server renders. The browser leaves their markup unchanged. Hide the slot when it is
 * not wanted; unmounting loses the children.
 */
export function ServerSlot({ isHidden = false }: { isHidden?: boolean }) {
  const html = use(ServerSlotContext)
  return <div hidden={isHidden} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}
