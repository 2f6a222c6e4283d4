import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { PROPERTY_NAMES, readBuiltFiles } from './built-files.ts'

function aBuild() {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const folders = { pages: join(folder, 'pages'), browser: join(folder, 'browser') }
  const write = (path: string, content: unknown) => writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  Object.values(folders).forEach((path) => mkdirSync(path))
  write(join(folders.pages, 'base.css'), 'p{}')
  write(join(folders.pages, 'own.css'), 'b{}\n')
  write(join(folders.pages, 'manifest.json'), {
    'src/a.page.tsx': { file: 'a.js', css: ['own.css', 'base.css'], imports: ['_shared.js'] },
    '_shared.js': { file: 'shared.js', css: ['base.css'] },
  })
  write(join(folders.pages, PROPERTY_NAMES), { '--night': '--q', '--night-line': '--aa', '--paper': '--ba' })
  write(join(folders.browser, 'shell-manifest.json'), { 'src/shell.ts': { file: 'assets/s.js' } })
  write(join(folders.browser, 'fields-manifest.json'), { 'src/fields.ts': { file: 'assets/v.js' } })
  write(join(folders.browser, 'island-with-react-manifest.json'), {
    'src/features/x/portal/form.island.tsx': { file: 'assets/f.js', imports: ['_react.js'] },
    '_react.js': { file: 'assets/r.js' },
  })
  return folders
}

test('a page’s style is that of its shared parts, then its own, each once', () => {
  expect(readBuiltFiles(aBuild()).styleOf(['a.page.tsx'])).toBe('p{}b{}')
})

test('the operator’s colours take the names that built styles have', () => {
  const { brandStyle } = readBuiltFiles(aBuild())
  const colours = ':root{--night:#000;--paper:#fff;--night-line:#111;--sun:#ff0}'
  expect(brandStyle(colours, 'p{color:var(--q)}')).toBe(':root{--q:#000;--aa:#111;}')
  expect(brandStyle(colours, 'p{color:var(--ba)}')).toBe(':root{--q:#000;--ba:#fff;--aa:#111;--sun:#ff0}')
})

test('an island’s own file comes first, then its imports; one that was not built is an error', () => {
  const { islandFiles, shell, fields } = readBuiltFiles(aBuild())
  expect([shell, fields, ...islandFiles('form')]).toEqual(['/assets/s.js', '/assets/v.js', '/assets/f.js', '/assets/r.js'])
  expect(() => islandFiles('other')).toThrow('no island other')
})

test('GEN-6 files are fetched from the configured place, its path included', () => {
  const { islandFiles, shell } = readBuiltFiles(aBuild(), 'https://cdn.example.ne/guichet')
  expect([shell, islandFiles('form')[0]]).toEqual([
    'https://cdn.example.ne/guichet/assets/s.js',
    'https://cdn.example.ne/guichet/assets/f.js',
  ])
})
