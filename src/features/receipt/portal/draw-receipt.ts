/** Twice the 384 dots of a 58 mm printer: sharp in a chat, and whole dots on paper. */
const WIDTH = 768
const MARGIN = 40
const FONT = 'system-ui, sans-serif'
const SIZES: Record<string, { size: number; weight: number }> = {
  big: { size: 76, weight: 800 },
  head: { size: 46, weight: 700 },
  middle: { size: 38, weight: 400 },
  small: { size: 30, weight: 400 },
  frame: { size: 40, weight: 700 },
  row: { size: 36, weight: 400 },
}
const CODE = 420

type Pen = CanvasRenderingContext2D

/** RCPT-2: draws the receipt of the page in black on white, line by line as `data-draw` says. A first pass measures the height. */
export async function drawReceipt(paper: HTMLElement): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser draws nothing')
  canvas.height = drawLines(pen, paper) + MARGIN
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = 'black'
  drawLines(pen, paper)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture came of it'))), 'image/png'),
  )
}

function drawLines(pen: Pen, paper: HTMLElement): number {
  let y = MARGIN
  for (const part of paper.querySelectorAll<HTMLElement>('[data-draw]')) y = drawPart(pen, part, y)
  return y
}

function drawPart(pen: Pen, part: HTMLElement, y: number): number {
  const kind = part.dataset.draw ?? ''
  if (kind === 'line') {
    for (let x = MARGIN; x < WIDTH - MARGIN; x += 24) pen.fillRect(x, y + 14, 14, 4)
    return y + 34
  }
  if (kind === 'code') return drawCode(pen, part, y)
  if (kind === 'row') return drawRow(pen, part, y)
  return drawText(pen, part.textContent.trim(), kind, y)
}

/** Centred, wrapped into lines; a word that is too long for one line reduces the font size. */
function drawText(pen: Pen, text: string, kind: string, y: number): number {
  const { size, weight } = SIZES[kind] ?? { size: 36, weight: 400 }
  const maxWidth = WIDTH - 2 * MARGIN
  const write = (now: number) => (pen.font = `${weight} ${now}px ${FONT}`)
  write(size)
  const words = text.split(/[ \n]+/)
  const widest = Math.max(...words.map((word) => pen.measureText(word).width))
  const fitting = widest > maxWidth ? Math.floor((size * maxWidth) / widest) : size
  write(fitting)
  pen.textAlign = 'center'
  pen.textBaseline = 'top'
  let top = y + (kind === 'frame' ? 18 : 4)
  const begin = top
  for (const line of linesOf(pen, words, maxWidth)) {
    pen.fillText(line, WIDTH / 2, top)
    top += fitting * 1.3
  }
  if (kind !== 'frame') return top
  pen.lineWidth = 4
  const width = Math.min(maxWidth, pen.measureText(text).width + 60)
  pen.strokeRect((WIDTH - width) / 2, begin - 12, width, top - begin + 8)
  return top + 26
}

function linesOf(pen: Pen, words: readonly string[], room: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    const longer = `${last} ${word}`
    if (last === undefined || pen.measureText(longer).width > room) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines
}

/** Label left and value right, or on separate lines when both do not fit. */
function drawRow(pen: Pen, part: HTMLElement, y: number): number {
  const label = part.querySelector('dt')?.textContent ?? ''
  const value = part.querySelector('dd')?.textContent ?? ''
  const { size = 36 } = SIZES.row ?? {}
  pen.textBaseline = 'top'
  pen.font = `400 ${size}px ${FONT}`
  const labelWidth = pen.measureText(label).width
  pen.textAlign = 'left'
  pen.fillText(label, MARGIN, y + 4)
  pen.font = `700 ${size}px ${FONT}`
  const room = WIDTH - 2 * MARGIN
  const isBeside = labelWidth + pen.measureText(value).width + 24 <= room
  let top = isBeside ? y : y + size * 1.3
  pen.textAlign = 'right'
  for (const line of linesOf(pen, value.split(/[ \n]+/), room)) {
    pen.fillText(line, WIDTH - MARGIN, top + 4)
    top += size * 1.3
  }
  return top + 6
}

function drawCode(pen: Pen, part: HTMLElement, y: number): number {
  const squares = [...part.querySelectorAll('path')].at(-1)?.getAttribute('d') ?? ''
  const size = Number(part.querySelector('svg')?.getAttribute('viewBox')?.split(' ').at(-1))
  // Whole dots per square give straight edges, which cameras and thermal printers need.
  const square = Math.floor(CODE / size)
  pen.save()
  pen.translate((WIDTH - square * size) / 2, y)
  pen.scale(square, square)
  for (const [, left, top, length] of squares.matchAll(/M(\d+) (\d+)h(\d+)/g)) pen.fillRect(Number(left), Number(top), Number(length), 1)
  pen.restore()
  return y + square * size
}

/** Shares the picture on phones that support it, else downloads it. */
export async function handOver(picture: Blob, name: string): Promise<void> {
  const file = new File([picture], name, { type: 'image/png' })
  if ('canShare' in navigator && navigator.canShare({ files: [file] })) {
    await navigator.share({ files: [file] })
    return
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
