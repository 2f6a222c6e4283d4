import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

export type Script = { page: string; text: string }

/** Every block of commands in the handbook. */
export function handbookScripts(): Script[] {
  return globSync('docs/handbook/*.md')
    .toSorted()
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/^ *```sh\n([^]*?)^ *```$/gm)].map(([, text = '']) => ({ page: basename(path), text })),
    )
}

/** Words of the shell, and of loops and choices in it. */
const SHELL = /^(?:for|in|do|done|case|esac|until|then|fi|if|cd|export|\.|;;|\w+\)|\$\w+)$/

/** Simple commands of a script, without comments, documents written in place, variables before them and redirections. */
export function commandsIn({ text }: Script): string[][] {
  const plain = text
    .replaceAll(/<<'END'\n[^]*?^ *END$/gm, '')
    .replaceAll(/(^|\s)#.*$/gm, '$1')
    .replaceAll(/\\\n\s*/g, ' ')
    .replaceAll(/\$\([^)]*\)/g, 'VALUE')
  const simple = splitOutsideQuotes(plain)
  return simple.map(wordsOf).filter((words) => words.length > 0)
}

function splitOutsideQuotes(text: string): string[] {
  const parts = text.match(/(?:'[^']*'|"[^"]*"|[^'"\n;&|])+/g) ?? []
  return parts.map((part) => part.trim())
}

function wordsOf(command: string): string[] {
  const words = (command.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []).map((word) => word.replaceAll(/['"]/g, ''))
  const redirected = words.findIndex((word) => /^\d?[<>]/.test(word))
  const kept = redirected === -1 ? words : words.slice(0, redirected)
  while (kept[0] !== undefined && (SHELL.test(kept[0]) || /^\w+=/.test(kept[0]))) {
    // What is looped over, read in or kept in a variable is no program.
    if (/^(?:for|case|\.|\$\w+)$/.test(kept[0])) return []
    kept.shift()
  }
  return kept
}

/** `guichet payments list`, however it is reached; null for any other program. */
export function guichetArguments(words: readonly string[]): string[] | null {
  const place = words.findIndex((word) => word === 'guichet' || word.endsWith('/bin/guichet'))
  if (place === 0 || (place > 0 && words[0] === 'docker' && words.includes('exec'))) return words.slice(place + 1)
  if (words[0] === 'npm' && words[1] === 'run') return [words[2] ?? '', ...words.slice(words[3] === '--' ? 4 : 3)]
  return null
}
