import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import Pdf from 'pdfkit'
import type { QrCode } from '#server/qr-code.ts'
import { localeOf, type Language } from '#shared/language.ts'
import type { ReceiptPaper } from '../receipt-paper.ts'

const require = createRequire(import.meta.url)
const FONT_FILES = {
  plain: () => require.resolve('@fontsource/atkinson-hyperlegible/files/atkinson-hyperlegible-latin-400-normal.woff'),
  bold: () => require.resolve('@fontsource/atkinson-hyperlegible/files/atkinson-hyperlegible-latin-700-normal.woff'),
}
/** Embedded, as PDF/UA requires, so that old files always look the same. Read at the first receipt. */
let fonts: { plain: Buffer; bold: Buffer } | null = null

const MARGIN = 56
const CODE_SIZE = 110
const LINE = '#999999'

type Document = PDFKit.PDFDocument

/** RCPT-2: one tagged A4 page of real text, in reading order, with its language and title. */
export async function receiptPdf(
  paper: ReceiptPaper,
  { code, language, madeAt }: { code: QrCode; language: Language; madeAt: Date },
): Promise<Buffer> {
  fonts ??= { plain: readFileSync(FONT_FILES.plain()), bold: readFileSync(FONT_FILES.bold()) }
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
  document.registerFont('plain', fonts.plain).registerFont('bold', fonts.bold)
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<Buffer>((resolve, reject) => {
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
  })
  draw(document, paper, code)
  document.end()
  return ended
}

/**
 * Replaces the narrow non-breaking space, which the font lacks, by a wider one. Other missing characters are left out, not drawn as boxes.
 */
function shown(text: string): string {
  return text.replaceAll('\u202f', '\u00a0').replaceAll('\u2011', '-').replaceAll('→', '-')
}

function draw(document: Document, paper: ReceiptPaper, code: QrCode): void {
  const width = document.page.width - 2 * MARGIN
  const root = document.struct('Document')
  document.addStructure(root)
  /** A structure element of the tagged PDF. */
  const part = (type: string, paint: () => void, options: { alt?: string } = {}) => root.add(document.struct(type, options, paint))
  const write = (text: string, font: 'plain' | 'bold', size: number, options: PDFKit.Mixins.TextOptions = {}) =>
    document
      .font(font)
      .fontSize(size)
      .fillColor('black')
      .text(shown(text), MARGIN, document.y, { width, ...options })

  part('P', () => write(paper.brand, 'bold', 14))
  for (const line of paper.issuer) part('P', () => write(line, 'plain', 10))
  rule(document, width)
  part('H1', () => write(paper.title, 'bold', 22))
  document.moveDown(0.4)
  part('P', () => write(paper.what, 'plain', 13))
  part('P', () => write(`${paper.sum}   ${paper.goal}`, 'bold', 20))
  document.moveDown(0.4)
  part('P', () => write(paper.state, 'bold', 14))
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
  const beside = { width: width - CODE_SIZE - 16 }
  const right = MARGIN + CODE_SIZE + 16
  part('P', () => document.font('plain').fontSize(11).text(shown(paper.check.label), right, document.y, beside))
  part('P', () => document.font('bold').fontSize(10).text(paper.check.address, right, document.y, beside))
  document.y = Math.max(document.y, top + CODE_SIZE) + 16
  part('P', () => write(paper.support, 'plain', 11))
  if (paper.demonstration) part('P', () => write(paper.demonstration, 'plain', 11))
  root.end()
}

type Row = { label: string; value: string; width: number; isStrong: boolean }

function addRow(document: Document, table: PDFKit.PDFStructureElement, { label, value, width, isStrong }: Row): void {
  const row = document.struct('TR')
  table.add(row)
  const top = document.y
  const labelWidth = width * 0.4
  const size = isStrong ? 13 : 12
  document.font(isStrong ? 'bold' : 'plain').fontSize(size)
  row.add(document.struct('TH', {}, () => document.text(shown(label), MARGIN, top, { width: labelWidth })))
  const below = document.y
  row.add(
    document.struct('TD', {}, () =>
      document
        .font('bold')
        .fontSize(size)
        .text(shown(value), MARGIN + labelWidth, top, { width: width - labelWidth, align: 'right' }),
    ),
  )
  row.end()
  document.y = Math.max(document.y, below) + 4
  rule(document, width)
}

/** Decoration, which screen readers skip. */
function rule(document: Document, width: number): void {
  document.markContent('Artifact', { type: 'Layout' })
  const y = document.y + 2
  document
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + width, y)
    .lineWidth(0.6)
    .strokeColor(LINE)
    .stroke()
  document.endMarkedContent()
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
