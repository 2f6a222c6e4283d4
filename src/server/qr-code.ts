import { encodeQR } from 'qr'

/**
 * A QR code as one path of bars, each one square high and drawn through the top of its row: to be stroked in black on white, half a square
 * lower, whatever the page looks like. It is `size` squares wide with its margin.
 */
export type QrCode = { size: number; path: string }

/** Error correction: a seventh may be missing, on folded paper or a scratched screen. */
const QUIET_SQUARES = 4

export function qrCode(text: string): QrCode {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_SQUARES })
  const path = rows.flatMap((row, y) => runsOf(row).map(({ x, length }) => `M${x} ${y}h${length}`)).join('')
  return { size: rows.length, path }
}

/** Neighbours become one bar: a third of the bytes, and no hairlines between squares. */
function runsOf(row: readonly boolean[]): { x: number; length: number }[] {
  const runs: { x: number; length: number }[] = []
  row.forEach((isDark, x) => {
    const last = runs.at(-1)
    if (!isDark) return
    if (last && last.x + last.length === x) last.length += 1
    else runs.push({ x, length: 1 })
  })
  return runs
}
