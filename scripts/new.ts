import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { newGateway } from './new/new-connector.ts'
import { newOperator } from './new/new-operator.ts'
import { newOperatorCall } from './new/new-operator-call.ts'
import { newPage } from './new/new-page.ts'
import { newWallet } from './new/new-wallet.ts'
import type { Skeleton } from './new/skeleton.ts'
import { wordsOfName, type NameWords } from './new/words-of-name.ts'

const KINDS = { connector: newGateway, page: newPage, operator: newOperator, 'operator-call': newOperatorCall } as const satisfies Record<
  string,
  (words: NameWords) => Skeleton
>

const USAGE = `npm run new -- <${Object.keys(KINDS).join(' | ')}> <name>; a connector may be a wallet: connector <name> --wallet`

/** Computes everything before writing: a taken name or a changed file leaves no partial result. */
async function writeSkeleton({ made, copied = {}, changed, scripts, next }: Skeleton): Promise<void> {
  const taken = Object.keys({ ...made, ...copied }).filter((path) => existsSync(path))
  if (taken.length > 0) throw new Error(`already there: ${taken.join(', ')}`)
  const edits = Object.entries(changed).map(([path, edit]) => [path, edited(path, edit)] as const)
  const texts = await Promise.all([...Object.entries(made), ...edits].map(([path, text]) => formatted(path, text)))
  for (const [path, text] of texts) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  for (const [path, source] of Object.entries(copied)) cpSync(source, path, { recursive: true })
  for (const script of scripts) {
    const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`everything is written, but ${script} failed: ${stderr}`)
  }
  say('made', Object.keys(made))
  say('copied', Object.keys(copied))
  say('changed', Object.keys(changed))
  say('written anew by', scripts)
  say('left for you', next)
}

function edited(path: string, edit: (source: string) => string): string {
  try {
    return edit(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

async function formatted(path: string, text: string): Promise<[string, string]> {
  return [path, await format(text, { ...(await resolveConfig(path)), filepath: path })]
}

function say(what: string, lines: readonly string[]): void {
  if (lines.length > 0) process.stdout.write(`${what}:\n${lines.map((line) => `  ${line}\n`).join('')}`)
}

const [kind = '', name = '', ...more] = process.argv.slice(2)
const isWallet = kind === 'connector' && more.join() === '--wallet'
const make = isWallet ? newWallet : Object.entries(KINDS).find(([one]) => one === kind)?.[1]
try {
  if (!make || name === '' || (more.length > 0 && !isWallet)) throw new Error(USAGE)
  await writeSkeleton(make(wordsOfName(name)))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
