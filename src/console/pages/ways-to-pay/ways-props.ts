import type { ReopenProposal } from '#features/switches/server/switch-desk.ts'
import type { SwitchLimits, VisitorTexts } from '../../console-deps.ts'
import type { WayRow } from './way-rows.ts'

export type WaysProps = {
  rows: readonly WayRow[]
  /** The way whose closing form is open. */
  closing: WayRow | null
  reopening: WayRow | null
  proposals: readonly ReopenProposal[]
  limits: SwitchLimits
  visitorTexts: VisitorTexts
  now: Date
}
