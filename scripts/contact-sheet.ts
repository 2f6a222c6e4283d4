import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Not committed: a few hundred reproducible screenshots. */
export const PICTURE_FOLDER = join(import.meta.dirname, '../pictures')

export const PICTURE_LANGUAGES = ['fr', 'en'] as const
export const PICTURE_SCHEMES = ['light', 'dark'] as const
export const PICTURE_WIDTHS = [360, 1440] as const

export type Picture = {
  name: string
  language: (typeof PICTURE_LANGUAGES)[number]
  colorScheme: (typeof PICTURE_SCHEMES)[number]
  width: (typeof PICTURE_WIDTHS)[number]
}

const SHEET = 'index.html'

const COLUMNS = PICTURE_WIDTHS.flatMap((width) =>
  PICTURE_LANGUAGES.flatMap((language) => PICTURE_SCHEMES.map((colorScheme) => ({ width, language, colorScheme }))),
)

export function pictureFile(picture: Picture): string {
  return join(PICTURE_FOLDER, fileName(picture))
}

function fileName({ name, width, language, colorScheme }: Picture): string {
  return `${name}.${width}.${language}.${colorScheme}.jpg`
}

export function clearPictures(): void {
  rmSync(PICTURE_FOLDER, { recursive: true, force: true })
  mkdirSync(PICTURE_FOLDER, { recursive: true })
}

/** One row for each page and state, one column for each width, language and scheme; returns its path and missing pictures. */
export function writeContactSheet(): { sheet: string; rows: number; missing: string[] } {
  const files = readdirSync(PICTURE_FOLDER).filter((file) => file.endsWith('.jpg'))
  const { html, rows, missing } = contactSheet(files)
  const sheet = join(PICTURE_FOLDER, SHEET)
  writeFileSync(sheet, html)
  return { sheet, rows, missing }
}

export function contactSheet(files: readonly string[]): { html: string; rows: number; missing: string[] } {
  const taken = new Set(files)
  const names = [...new Set(files.map((file) => file.split('.', 1)[0] ?? file))].toSorted((one, other) => one.localeCompare(other))
  const missing = names.flatMap((name) => COLUMNS.map((column) => fileName({ name, ...column })).filter((file) => !taken.has(file)))
  const cell = (file: string) =>
    `<td>${taken.has(file) ? `<a href="${file}"><img loading="lazy" src="${file}" alt="${file}"></a>` : 'missing'}</td>`
  const heads = COLUMNS.map(({ width, language, colorScheme }) => `<th scope="col">${width} ${language} ${colorScheme}</th>`)
  const body = names.map((name) => {
    const cells = COLUMNS.map((column) => cell(fileName({ name, ...column })))
    return `<tr><th scope="row">${name}</th>${cells.join('')}</tr>`
  })
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>guichet: every page and state</title>
<style>body{font:14px system-ui;margin:16px}table{border-spacing:8px}td,th{vertical-align:top;text-align:left}th{position:sticky;top:0;background:#fff}img{width:200px;border:1px solid #ccc}</style>
<h1>Every page and state (${names.length})</h1>
<table><tr><th></th>${heads.join('')}</tr>
${body.join('\n')}
</table>
</html>
`
  return { html, rows: names.length, missing }
}
