import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EXIT } from './command.ts'

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/commands/operator-command.ts', ...args], { encoding: 'utf8' })
  return { status, stdout, wrong: stderr.split('\n').filter((line) => line.startsWith('Wrong: ')) }
}

/** A copy of an operator's folder with some files replaced; null removes one. */
function folderWith(files: Record<string, string | null>, of = 'ke-savanna'): string {
  const folder = mkdtempSync(join(tmpdir(), 'operator-'))
  cpSync(`operators/${of}`, folder, { recursive: true })
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    if (text === null) rmSync(join(folder, file))
    else writeFileSync(join(folder, file), text)
  }
  return folder
}

test.for(['ne-tenere', 'cd-mwinda', 'ke-savanna'])('OPR-5 nothing is wrong with %s, and the report says what it is', (name) => {
  const { status, stdout, wrong } = run('check', name)
  expect(wrong).toEqual([])
  expect(status).toBe(EXIT.good)
  expect(stdout).toMatch(/for demonstration[\s\S]*prices in [A-Z]{3}[\s\S]*claims answered in \d+ h[\s\S]*Nothing is wrong/)
})

test('OPR-5 every problem of texts and help is named in one run', () => {
  const folder = folderWith({
    'help.json': '{"questions": [], "surprise": 1}',
    'content/en/footer-translation.json': '{"noSuchText": "x"}',
    'content/en/no-package.json': '{}',
    'content/fr/footer-translation.json': '{}',
    'content/en/wallet-translation.json': '{',
  })
  const { status, wrong } = run('check', folder)
  expect(status).toBe(EXIT.settings)
  for (const words of [
    /help\.json: .*surprise/,
    /content\/en\/footer-translation\.json: .*noSuchText/,
    /content\/en\/no-package\.json: is no package/,
    /content\/fr\/footer-translation\.json: is no package of a language/,
    /content\/en\/wallet-translation\.json: .*JSON/,
  ])
    expect(wrong.join('\n')).toMatch(words)
})

test('OPR-5 a wrong record and files that are not JSON are named in one run', () => {
  const folder = folderWith({
    'country.json': '{}',
    'look/logo.svg': null,
    'sites.csv': 'number,latitude,longitude\n1,1,100\n',
    'help.json': '{',
    'content/en/footer-translation.json': '[',
  })
  const { status, wrong } = run('check', folder)
  expect(status).toBe(EXIT.settings)
  for (const file of ['country.json', 'look/logo.svg', 'sites.csv', 'help.json', 'content/en/footer-translation.json'])
    expect(wrong.join('\n')).toContain(file)
})

test.for([[['check']], [['check', 'ne-tenere', 'more']], [['mend', 'ne-tenere']]])('OPR-5 %o is answered with the usage', ([args = []]) => {
  expect(run(...args).status).toBe(EXIT.usage)
})

test('OPR-5 a folder that is not there, and a name that leaves the folder of operators, are named', () => {
  expect(run('check', 'xx-nowhere').wrong.join('\n')).toContain('operator.json')
  expect(run('check', '..').wrong.join('\n')).toContain('must be a name below operators/')
})

test('OPR-5 an icon that cannot be drawn is named', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4" d="M0 0"/></svg>'
  const { status, wrong } = run('check', folderWith({ 'look/icon.svg': svg }))
  expect([status, wrong.join('\n')]).toEqual([EXIT.settings, expect.stringMatching(/look\/icon\.svg .*cannot be drawn/)])
})

test.for([
  ['["mpesa", "visa"]', /has a payments.json that names no connector: visa/],
  // Paystack lists shillings, and no Congolese francs.
  ['["paystack"]', /payIn lists CDF, which no enabled way of payments.json takes/],
  ['[]', /payments\.json: .*fewer than 1/],
  ['["mpesa", "mpesa"]', /payments\.json: .*duplicate/],
  ['["airtel-money", { "id": "airtel-money", "name": "Pesa" }]', /payments\.json: a way to pay is listed twice/],
  ['["dpo", { "id": "cellulant", "name": "Cartes" }]', /has a payments.json that renames cellulant: only some wallets may be/],
  ['["dpo", { "id": "airtel-money", "name": "" }]', /payments\.json: /],
] as const)('OPR-5 ways to pay that cannot be are named: %s', ([payments, words]) => {
  const { status, wrong } = run('check', folderWith({ 'payments.json': payments }, 'cd-mwinda'))
  expect([status, wrong.join('\n')]).toEqual([EXIT.settings, expect.stringMatching(words)])
})
