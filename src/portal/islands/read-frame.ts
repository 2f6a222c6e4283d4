import type { FrameValue } from '../page/frame-context.ts'
import type { WrittenRecord } from '../page/written-record.ts'

export type PageData = FrameValue & { operator: WrittenRecord }

let frame: PageData | null = null

/** Data shared by all scripts of a page, written into the page once. */
export function readFrame(): PageData {
  frame ??= JSON.parse(document.getElementById('frame')?.textContent ?? '{}') as PageData
  return frame
}
