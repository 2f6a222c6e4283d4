import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readReview, withReviews, writtenTexts } from '#settings/read-reviews.ts'
import { readOperator } from '#settings/read-operator.ts'
import { EXIT } from './command.ts'
import { readXliff, writeXliff, type TranslatorText } from './xliff-file.ts'

const HAUSA = { source: 'fr', target: 'ha' }

function run(args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, ...env } })
  return { status, stdout, wrong: stderr.split('\n').filter((line) => line.startsWith('Wrong: ')) }
}
const texts = (...args: string[]) => run(['src/commands/operator-command.ts', 'texts', ...args])

function aFolder(): { folder: string; file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'operator-'))
  cpSync('operators/ne-tenere', folder, { recursive: true })
  return { folder, file: join(folder, 'ha.xlf') }
}

const SOURCES = writtenTexts('operators/ne-tenere', 'fr')

/** What a translator sends back. */
function translations(changed: Record<string, Partial<TranslatorText>>): Promise<string> {
  const units = Object.entries(changed).map(
    ([id, text]) => [id, { source: SOURCES.get(id) ?? 'x', state: 'translated', ...text } satisfies TranslatorText] as const,
  )
  return writeXliff(new Map(units), HAUSA)
}

test('OPR-4 XLIFF 2 is written and read with states, notes and letters that XML escapes', async () => {
  const written = new Map<string, TranslatorText>([
    ['a-translation/one', { source: `5 < 6 & "{name}" l'eau`, target: '<6> & "d’eau"', state: 'reviewed', note: 'SMS' }],
    ['b/pages._2f_.title', { source: 'Page', state: 'initial' }],
  ])
  const xml = await writeXliff(written, HAUSA)
  expect(xml).toContain('<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="fr" trgLang="ha">')
  const { texts: read, problems } = await readXliff(xml, HAUSA)
  expect(problems).toEqual([])
  expect([...read]).toEqual([...written].map(([id, { note: _note, ...text }]) => [id, text]))
})

const UNIT = '<unit id="b"><segment state="final"><source>S</source><target>T</target></segment></unit>'
const documentOf = (units: string) => `<xliff version="2.0" srcLang="fr" trgLang="ha"><file id="a">${units}</file></xliff>`

test.for([
  ['<xliff', /no XLIFF 2/],
  ['<xliff version="1.2"/>', /no XLIFF 2: .*version is 1\.2/],
  ['<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>' + documentOf(UNIT.replace('T<', '&y;<')), /no XLIFF 2/],
  [documentOf(UNIT).replace('trgLang="ha"', 'trgLang="sw"'), /translates fr to sw, not fr to ha/],
  [documentOf(UNIT.replace('final', 'perfect')), /a\/b: perfect is no state/],
  [documentOf(UNIT.replace('T<', 'T<ph id="1"/><')), /a\/b: holds markup/],
  [documentOf(UNIT + UNIT), /a\/b: must be one segment/],
  [documentOf(UNIT.replace('</unit>', '<segment><source>S2</source></segment></unit>')), /a\/b: must be one segment/],
] as const)('OPR-4 a file that is not what was exported is refused: %s', async ([xml, words]) => {
  expect((await readXliff(xml, HAUSA)).problems.join('\n')).toMatch(words)
})

test('OPR-4 an import names everything that cannot be shown, and changes nothing', async () => {
  const { folder, file } = aFolder()
  const tooLong = 'ƙ'.repeat(202)
  const changed = {
    'orp-translation/noSuchText': { target: 'x' },
    'find-translation/listLead': { target: 'Kwanaki {foundDays}' },
    'find-translation/empty': { target: 'Babu {nothing}' },
    'find-translation/sms_opened': { target: `{number} {claimTime} ${tooLong}` },
    'ussd-translation/back': { target: 'Ƙaura' },
    'footer-translation/demonstration': { target: '{brand} <script>alert(1)</script>' },
  }
  writeFileSync(file, await translations(changed))
  const { status, wrong } = texts('import', folder, 'ha', file)
  expect(status).toBe(EXIT.settings)
  for (const words of [
    /orp-translation\/noSuchText: there is no such text/,
    /find-translation\/listLead: must hold \{foundDays\} \{number\}, and holds \{foundDays\}/,
    /find-translation\/empty: must hold \{foundDays\}, and holds \{nothing\}/,
    /find-translation: 'sms_opened' needs 4 SMS/,
    /ussd-translation: 'back' holds Ƙ, which is not in the alphabet/,
    /footer-translation: \/demonstration holds markup/,
  ])
    expect(wrong.join('\n')).toMatch(words)
  expect(existsSync(join(folder, 'content'))).toBe(false)
  expect(existsSync(join(folder, 'reviews'))).toBe(false)
})

test('OPR-4 a checked text is shown in the language, until its source or the translation changes', async () => {
  const { folder, file } = aFolder()
  const hint = 'Kada ka rubuta lambar sirri a nan.'
  const changed = {
    'feedback-translation/wordsHint': { target: hint, state: 'reviewed' as const },
    'orp-translation/keptHelp': { target: 'Ba a biya ba.' },
    'orp-translation/home': { target: 'Gida', source: 'Autre', state: 'final' as const },
    'website-footer-config/links.0.label': { target: 'Taimako', state: 'final' as const },
  }
  writeFileSync(file, await translations(changed))
  const { status, stdout, wrong } = texts('import', folder, 'ha', file)
  expect([status, wrong]).toEqual([EXIT.good, []])
  expect(stdout).toMatch(/4 texts in ha, 2 of \d+ checked; 1 are drafts/)
  const show = `
    const { draftOver } = await import('#features/site-content/server/draft-texts.ts')
    const { readSeedFiles } = await import('#features/site-content/server/shipped-packages.ts')
    const { moneyLanguage, moneyTextLang } = await import('#shared/language-review.ts')
    const { read } = readSeedFiles()
    const shown = (name) => draftOver(read(name, 'fr'), { name, language: 'ha', draft: read(name, 'ha') })
    process.stdout.write(JSON.stringify([shown('feedback-translation').wordsHint, shown('orp-translation').keptHelp === read('orp-translation', 'fr').keptHelp,
      moneyTextLang('ha', 'feedback-translation/wordsHint') ?? null, moneyTextLang('ha', 'orp-translation/keptHelp'), moneyLanguage('ha')]))`
  const env = { GUICHET_OPERATOR: folder, GUICHET_DRAFT_LANGUAGES: 'yes' }
  const shown = () => JSON.parse(run(['--input-type=module', '-e', show], env).stdout) as unknown[]
  expect(shown()).toEqual([hint, true, null, 'fr', 'fr'])

  expect(texts('export', folder, 'ha', file).stdout).toMatch(/2 checked/)
  const { texts: exported } = await readXliff(readFileSync(file, 'utf8'), HAUSA)
  expect(exported.get('feedback-translation/wordsHint')).toMatchObject({ target: hint, state: 'reviewed' })
  expect(exported.get('orp-translation/keptHelp')).toMatchObject({ target: 'Ba a biya ba.', state: 'translated' })
  expect(exported.get('payment-translation/payAmount')).not.toHaveProperty('target')

  const french = join(folder, 'content/fr')
  mkdirSync(french, { recursive: true })
  writeFileSync(join(french, 'feedback-translation.json'), JSON.stringify({ wordsHint: 'Jamais de code secret ici.' }))
  expect(shown()[0]).toBe('Jamais de code secret ici.')
  expect(run(['src/commands/operator-command.ts', 'check', folder]).stdout).toMatch(/ha, draft: .*; texts checked: 1, changed since: 1\n/)
  expect(readReview(folder, { first: 'fr', language: 'ha' })).toMatchObject({ isWhole: false, checked: { size: 1 } })
})

test('OPR-4 a language whose texts are not all checked says nothing about money, also when languages.json calls it checked', () => {
  const { folder } = aFolder()
  const { languages } = readOperator('ne-tenere')
  const reviewOf = () => withReviews(folder, [languages[0], { ...languages[0], tag: 'en', review: 'checked' }]).languages[1]?.review
  expect(reviewOf()).toBe('checked')
  mkdirSync(join(folder, 'reviews'))
  writeFileSync(join(folder, 'reviews/en.json'), '{}')
  expect(reviewOf()).toBe('draft')
  writeFileSync(join(folder, 'reviews/en.json'), '{"a/b": 1}')
  expect(withReviews(folder, [languages[0], { ...languages[0], tag: 'en' }]).problems).toEqual([
    expect.stringMatching(/reviews\/en\.json: \/a/),
  ])
})

test.for([
  [['export', 'ne-tenere', 'fr', 'x.xlf']],
  [['export', 'ne-tenere', 'xx', 'x.xlf']],
  [['export', 'ne-tenere', 'ha']],
  [['mend', 'ne-tenere', 'ha', 'x.xlf']],
])('OPR-4 what cannot be translated is answered with the usage: %o', ([args = []]) => {
  expect(texts(...args).status).toBe(EXIT.usage)
})
