import Pdf from 'pdfkit'
import type { QrCode } from '#server/qr-code.ts'
import { localeOf, type Language } from '#shared/language.ts'
import type { ReceiptPaper } from '../receipt-paper.ts'
import { receiptFonts, runsOf, type Weight } from './pdf-text.ts'

const MARGIN = 56
const CODE_SIZE = 110
const LOGO_SIZE = 30
const LINE = '#999999'

type Document = PDFKit.PDFDocument

/** RCPT-2: one tagged A4 page of real text, in reading order, with its language and title. */
export async function receiptPdf(
  paper: ReceiptPaper,
  { code, logo, language, madeAt }: { code: QrCode; logo: Buffer | null; language: Language; madeAt: Date },
): Promise<Buffer> {
  const options: PDFKit.PDFDocumentOptions = {
    size: 'A4',
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: localeOf(language),
    info: {
      Title: `${paper.title} ${paper.reference.value}`,
      Author: paper.brand,
      Creator: paper.brand,
      Producer: 'guichet',
      CreationDate: madeAt,
    },
  }
  // The library supports this option; its types lack it.
  const document = new Pdf(Object.assign(options, { subset: 'PDF/UA' }))
  for (const font of Object.values(receiptFonts()).flat()) document.registerFont(font.name, font.file)
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<Buffer>((resolve, reject) => {
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
  })
  draw(document, paper, { code, logo })
  document.end()
  return ended
}

type Written = { weight: Weight; size: number; x?: number; width: number; isRight?: boolean }

/** Writes a text at the present height, each part in the font that has its letters. */
function write(document: Document, text: string, { weight, size, x = MARGIN, width, isRight = false }: Written): void {
  const runs = runsOf(text, weight)
  document.fontSize(size).fillColor('black')
  const widths = runs.map((run) => document.font(run.font).widthOfString(run.text))
  const total = widths.reduce((sum, each) => sum + each, 0)
  // What does not fit into one line is wrapped from the left.
  const start = isRight && total <= width ? x + width - total : x
  for (const [place, run] of runs.entries()) {
    const options = { width: x + width - start + 1, continued: place < runs.length - 1 }
    document.font(run.font)
    if (place === 0) document.text(run.text, start, document.y, options)
    else document.text(run.text, options)
  }
}

function draw(document: Document, paper: ReceiptPaper, { code, logo }: { code: QrCode; logo: Buffer | null }): void {
  const width = document.page.width - 2 * MARGIN
  const root = document.struct('Document')
  document.addStructure(root)
  /** A structure element of the tagged PDF. */
  const part = (type: string, paint: () => void, options: { alt?: string } = {}) => root.add(document.struct(type, options, paint))
  const paragraph = (text: string, weight: Weight, size: number) => part('P', () => write(document, text, { weight, size, width }))

  if (logo) decorate(document, () => document.image(logo, MARGIN, MARGIN - 6, { width: LOGO_SIZE }))
  document.y = MARGIN
  part('P', () => write(document, paper.brand, { weight: 'bold', size: 14, width, x: logo ? MARGIN + LOGO_SIZE + 10 : MARGIN }))
  document.y = Math.max(document.y, MARGIN + LOGO_SIZE)
  for (const line of paper.issuer) paragraph(line, 'plain', 10)
  rule(document, width)
  part('H1', () => write(document, paper.title, { weight: 'bold', size: 22, width }))
  document.moveDown(0.4)
  paragraph(paper.what, 'plain', 13)
  part('P', () => drawRoute(document, paper, width))
  document.moveDown(0.6)
  part('P', () => drawState(document, paper.state, width))
  document.moveDown(0.8)
  const table = document.struct('Table')
  root.add(table)
  for (const [place, row] of [...paper.rows, paper.reference, paper.total].entries())
    addRow(document, table, { ...row, width, isStrong: place >= paper.rows.length })
  table.end()
  document.moveDown(1.2)
  const top = document.y
  part('Figure', () => drawCode(document, code, top), { alt: `${paper.check.label} ${paper.check.address}` })
  document.y = top + 8
  const beside = { size: 11, x: MARGIN + CODE_SIZE + 16, width: width - CODE_SIZE - 16 }
  part('P', () => write(document, paper.check.label, { ...beside, weight: 'plain' }))
  part('P', () => write(document, paper.check.address, { ...beside, weight: 'bold', size: 10 }))
  document.y = Math.max(document.y, top + CODE_SIZE) + 16
  paragraph(paper.support, 'plain', 11)
  if (paper.demonstration) paragraph(paper.demonstration, 'plain', 11)
  root.end()
}

const ROUTE_SIZE = 20
const ARROW = 26

/** The sum, an arrow, and for whom. */
function drawRoute(document: Document, { sum, goal }: ReceiptPaper, width: number): void {
  const top = document.y
  write(document, sum, { weight: 'bold', size: ROUTE_SIZE, width })
  if (goal === '') return
  const runs = runsOf(sum, 'bold')
  const end = MARGIN + runs.reduce((total, run) => total + document.font(run.font).fontSize(ROUTE_SIZE).widthOfString(run.text), 0)
  const middle = top + (document.y - top) / 2
  document
    .save()
    .lineWidth(2)
    .lineCap('round')
    .lineJoin('round')
    .strokeColor('black')
    .moveTo(end + 12, middle)
    .lineTo(end + 12 + ARROW, middle)
    .moveTo(end + 4 + ARROW, middle - 6)
    .lineTo(end + 12 + ARROW, middle)
    .lineTo(end + 4 + ARROW, middle + 6)
    .stroke()
    .restore()
  const x = end + ARROW + 26
  document.y = top
  write(document, goal, { weight: 'bold', size: ROUTE_SIZE, x, width: MARGIN + width - x })
}

/** The state of the payment in a frame, as on paper. */
function drawState(document: Document, state: string, width: number): void {
  const size = 14
  const text = runsOf(state, 'bold').reduce((total, run) => total + document.font(run.font).fontSize(size).widthOfString(run.text), 0)
  const top = document.y
  document.y = top + 5
  write(document, state, { weight: 'bold', size, x: MARGIN + 12, width: width - 24 })
  const bottom = document.y + 3
  document.lineWidth(1.5).strokeColor('black')
  document.roundedRect(MARGIN, top, Math.min(width, text + 24), bottom - top, 6).stroke()
  document.y = bottom
}

type Row = { label: string; value: string; width: number; isStrong: boolean }

function addRow(document: Document, table: PDFKit.PDFStructureElement, { label, value, width, isStrong }: Row): void {
  const row = document.struct('TR')
  table.add(row)
  const top = document.y
  const labelWidth = width * 0.4
  const size = isStrong ? 13 : 12
  row.add(document.struct('TH', {}, () => write(document, label, { weight: isStrong ? 'bold' : 'plain', size, width: labelWidth })))
  const below = document.y
  document.y = top
  row.add(
    document.struct('TD', {}, () =>
      write(document, value, { weight: 'bold', size, x: MARGIN + labelWidth, width: width - labelWidth, isRight: true }),
    ),
  )
  row.end()
  document.y = Math.max(document.y, below) + 4
  rule(document, width)
}

/** Screen readers skip it. */
function decorate(document: Document, paint: () => void): void {
  document.markContent('Artifact', { type: 'Layout' })
  paint()
  document.endMarkedContent()
}

function rule(document: Document, width: number): void {
  const y = document.y + 2
  decorate(document, () =>
    document
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + width, y)
      .lineWidth(0.6)
      .strokeColor(LINE)
      .stroke(),
  )
  document.y = y + 8
}

function drawCode(document: Document, { size, path }: QrCode, top: number): void {
  const square = CODE_SIZE / size
  document
    .save()
    .translate(MARGIN, top + square / 2)
    .scale(square)
    .lineWidth(1)
    .path(path)
    .stroke('black')
    .restore()
}
