import type { PageRecord } from '#shared/operator-record.ts'
import type { FrameValue } from '../page/frame-context.ts'

export type PageData = FrameValue & { operator: PageRecord }

let frame: PageData | null = null

/** Data shared by all scripts of a page, written into the page once. */
export function readFrame(): PageData {
  frame ??= JSON.parse(document.getElementById('frame')?.textContent ?? '{}') as PageData
  return frame
}
