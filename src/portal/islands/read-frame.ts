import type { FrameValue } from '../page/frame-context.ts'

let frame: FrameValue | null = null

/** What all script of a page shares, written into the page once. */
export function readFrame(): FrameValue {
  frame ??= JSON.parse(document.getElementById('frame')?.textContent ?? '{}') as FrameValue
  return frame
}
