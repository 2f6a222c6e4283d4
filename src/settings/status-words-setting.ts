import { setting, type Setting } from './setting.ts'

const STANDARD_WORDS = ['completed', 'pending', 'failed', 'reversed'] as const
type StatusWords = Readonly<Record<string, (typeof STANDARD_WORDS)[number]>>

/** The standard leaves the words of `transactionStatus` open. */
export function statusWords(name: string): Setting<StatusWords> {
  return setting(
    name,
    {
      meaning: `the wallet's own words of \`transactionStatus\`, each with ${STANDARD_WORDS.join(', ')}; any other word goes to review`,
      example: 'successful=completed, in progress=pending',
    },
    {
      kind: 'list',
      example: '',
      problemOf: (given) =>
        wordPairs(given)
          ? null
          : `must be pairs such as 'successful=completed, expired=failed' (${STANDARD_WORDS.join(', ')}), not '${given}'`,
      parse: (given) => wordPairs(given) ?? {},
    },
  )
}

function wordPairs(given: string): StatusWords | null {
  const pairs = given.split(',').map((pair) => /^\s*([^=,]{1,64}?)\s*=\s*([a-z]+)\s*$/.exec(pair))
  const read = pairs.map((pair) => {
    const standard = STANDARD_WORDS.find((word) => word === pair?.[2])
    return standard && pair?.[1] ? ([pair[1].toLowerCase(), standard] as const) : null
  })
  const known = read.filter((pair) => pair !== null)
  return known.length === read.length ? Object.fromEntries(known) : null
}
