import { OPERATOR } from '#operator-record'
import { drawIcons } from '#server/pages/draw-icons.ts'

/** Four times its size on paper. */
const DOTS = 160

let drawn: Promise<Buffer | null> | undefined

/** The operator's mark, drawn at the first receipt; null when it cannot be drawn: a receipt never depends on it. */
export function readLogo(): Promise<Buffer | null> {
  drawn ??= drawIcons([{ svg: squareLogo(OPERATOR.look.logo), size: DOTS }]).then(
    ([picture]) => picture ?? null,
    () => null,
  )
  return drawn
}

/** In the middle of a square. */
export function squareLogo({ viewBox, shapes }: { viewBox: string; shapes: string }): string {
  const [left = 0, top = 0, width = 0, height = 0] = viewBox.split(/[\s,]+/).map(Number)
  const side = Math.max(width, height)
  const box = [left - (side - width) / 2, top - (side - height) / 2, side, side].join(' ')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${shapes}</svg>`
}
