import type { Exchange } from '../composition/record-exchanges.ts'
import type { CheckedStep } from '#shared/checked-step.ts'

/** What a rehearsal found, for the provider's integration team. Everything in it is masked already. */
export type Rehearsal = {
  of: string
  at: string
  /** Steps by outcome. */
  counts: Record<CheckedStep['outcome'], number>
  /** What is assumed about money, and where it is stated. */
  facts: readonly { fact: string; assumes: string; source: string }[]
  steps: readonly (CheckedStep & { exchanges: readonly Exchange[] })[]
}

const VERDICTS: Record<CheckedStep['outcome'], string> = {
  'as-documented': 'as documented',
  deviates: 'DEVIATES',
  'left-out': 'left out',
  todo: 'by hand',
}

export function reportText(path: string, rehearsal: Rehearsal): string {
  return path.endsWith('.json') ? `${JSON.stringify(rehearsal, null, 2)}\n` : inMarkdown(rehearsal)
}

function inMarkdown({ of, at, counts, facts, steps }: Rehearsal): string {
  const parts = [
    `# Rehearsal of ${of}`,
    `${at}. ${counts['as-documented']} steps as documented, ${counts.deviates} deviate, ${counts['left-out']} left out.`,
    'Secrets, phone numbers and e-mail addresses are masked (`•••`).',
    ...(facts.length === 0 ? [] : ['## Assumed about money', facts.map(factLine).join('\n')]),
    '## Steps',
    ...steps.flatMap((step, index) => [
      `### ${index + 1}. ${oneLine(step.step)}: ${VERDICTS[step.outcome]}`,
      ...(step.detail === '' ? [] : [oneLine(step.detail)]),
      ...step.exchanges.flatMap(exchangeParts),
    ]),
  ]
  return `${parts.join('\n\n')}\n`
}

function factLine({ fact, assumes, source }: Rehearsal['facts'][number]): string {
  return `- \`${fact}\`: ${assumes}. Source: ${source}.`
}

function exchangeParts({ method, url, request, answer, failure, milliseconds }: Exchange): string[] {
  const sent = fenced([`${method} ${url}`, ...headerLines(request.headers), ...(request.body === null ? [] : ['', request.body])])
  const came = answer && fenced([`HTTP ${answer.status}`, ...headerLines(answer.headers), ...(answer.body === '' ? [] : ['', answer.body])])
  return [`Request:`, sent, `Answer after ${milliseconds} ms${failure === null ? '' : `: ${oneLine(failure)}`}:`, came ?? 'none']
}

const headerLines = (headers: Record<string, string>) => Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** A fence that is longer than any in the text. */
function fenced(lines: readonly string[]): string {
  const text = lines.join('\n')
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}http\n${text}\n${fence}`
}
