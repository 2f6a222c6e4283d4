import type { FrameValue } from '../page/frame-context.ts'

let frame: FrameValue | null = null

/** Data shared by all scripts of a page, written into the page once. */
export function readFrame(): FrameValue {
  frame ??= JSON.parse(document.getElementById('frame')?.textContent ?? '{}') as FrameValue
  return frame
}
