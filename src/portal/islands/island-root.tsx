import { type ReactNode, useEffect } from 'react'
import { FrameContext, type FrameValue } from '../page/frame-context.ts'
import { ServerSlotContext } from './server-slot.tsx'

type IslandRootProps = { frame: FrameValue; slotHtml: string; onAwake?: () => void; children: ReactNode }

/** The same tree on the server and in the browser: ids depend on it. */
export function IslandRoot({ frame, slotHtml, onAwake, children }: IslandRootProps) {
  // After the effects of everything inside.
  useEffect(() => onAwake?.(), [onAwake])
  return (
    <FrameContext value={frame}>
      <ServerSlotContext value={slotHtml}>{children}</ServerSlotContext>
    </FrameContext>
  )
}
