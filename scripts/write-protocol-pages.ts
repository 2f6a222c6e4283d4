import { writeFileSync } from 'node:fs'
import { fieldNames, type Kind, wordsOf } from '../src/operator/tmforum/documents/document-shapes.ts'
import { EVERY_MESSAGE } from '../src/operator/tmforum/documents/every-message.ts'
import type { Message } from '../src/operator/tmforum/documents/message.ts'

export const TMFORUM_PAGE = 'docs/protocols/tmforum-messages.md'

const HEADING = `# TM Forum: message by message

Written by \`node scripts/write-protocol-pages.ts\` from the tables in \`src/operator/tmforum/documents/\`, which hold the facts of the official documents
(\`github.com/tmforum-apis/TMF###_*\`) and nothing of ours but what we rely on. The same tables test the adapter (smallest and largest legal answer, every word,
every error), what it sends, and what the sandbox answers in either dialect. How it is used and decided: [tmforum.md](tmforum.md).

Every list may be cut into pages (\`offset\`, \`limit\`); no document declares a filter. Every error may come with \`code\` and \`reason\`, and optionally \`message\`,
\`status\` and \`referenceError\`.`

/** The page as it should be. */
export function tmforumPage(): string {
  return `${[HEADING, ...EVERY_MESSAGE.map(section)].join('\n\n')}\n`
}

function section(message: Message): string {
  const { name, method, path, source, sends, answer, errors, reliesOn } = message
  const lines = [
    `- Source: ${source}. Errors: ${errors.join(', ')}.`,
    ...(sends ? [`- Sent: ${fields(sends)}`] : []),
    answer.holds
      ? `- Answered ${answer.status}${answer.isList ? ', a list of' : ''}: ${fields(answer.holds)}`
      : `- Answered ${answer.status}, empty.`,
    ...(answer.holds ? wordsOf(answer.holds).map(({ field, words }) => `- Words of ${code(field)}: ${words.map(code).join(', ')}.`) : []),
    `- We rely on: ${reliesOn.length === 0 ? 'nothing more than is required' : reliesOn.join('; ')}.`,
  ]
  return `## ${name}\n\n\`${method} ${path}\`\n\n${lines.join('\n')}`
}

function fields(kind: Kind): string {
  const { required, optional } = fieldNames(kind)
  const named = (names: string[]) => (names.length === 0 ? 'nothing' : names.map(code).join(', '))
  return `required ${named(required)}; optional ${named(optional)}.`
}

function code(word: string): string {
  return `\`${word}\``
}

if (import.meta.main) writeFileSync(TMFORUM_PAGE, tmforumPage())
