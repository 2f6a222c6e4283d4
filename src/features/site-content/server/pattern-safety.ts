import type { FormSchema } from '../form-schema.ts'

/** With values of at most 500 characters, three quantifiers that overlap cost milliseconds; four would cost seconds. */
const MAX_OPEN_QUANTIFIERS = 3

/**
 * Why a pattern from content is refused; null when it is safe. A pattern runs on untrusted input, so everything that can make a matcher
 * backtrack exponentially is refused: quantifiers over groups that hold quantifiers or choices, back references, lookaround. The rest
 * is enough for form fields.
 */
export function patternProblem(pattern: string): string | null {
  if (!pattern.startsWith('^') || !pattern.endsWith('$')) return 'must begin with ^ and end with $'
  try {
    void new RegExp(pattern, 'u')
  } catch {
    return 'is not a regular expression'
  }
  if (/\\[1-9]|\\k</.test(pattern)) return 'refers back to a group'
  if (/\(\?(?!:)/.test(pattern)) return 'looks around or names a group'
  const { isNested, openQuantifiers } = readQuantifiers(withoutClasses(pattern))
  if (isNested) return 'repeats a group that itself repeats or chooses'
  return openQuantifiers > MAX_OPEN_QUANTIFIERS ? `has more than ${MAX_OPEN_QUANTIFIERS} open repetitions` : null
}

/** What is wrong with a schema beyond its shape, in sentences for an editor. */
export function schemaProblems({ fields }: FormSchema): string[] {
  const names = fields.map(({ name }) => name)
  const repeated = names.filter((name, position) => names.indexOf(name) !== position)
  return [
    ...repeated.map((name) => `the field '${name}' is there twice`),
    ...fields.flatMap(({ name, pattern, maxLength, minLength }) => {
      const problem = pattern === undefined ? null : patternProblem(pattern)
      return [
        ...(problem ? [`the pattern of '${name}' ${problem}`] : []),
        ...(pattern !== undefined && maxLength === undefined ? [`'${name}' has a pattern and therefore needs a maxLength`] : []),
        ...(minLength !== undefined && maxLength !== undefined && minLength > maxLength ? [`'${name}' can never be long enough`] : []),
      ]
    }),
  ]
}

/** Character classes and escapes stand for one character each; brackets and signs inside them mean nothing. */
function withoutClasses(pattern: string): string {
  return pattern.replace(/\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\./g, 'x').replace(/\[[^\]]*\]/g, 'x')
}

function readQuantifiers(pattern: string): { isNested: boolean; openQuantifiers: number } {
  /** For each open group whether it holds something that varies. */
  const groups: boolean[] = []
  let isNested = false
  let openQuantifiers = 0
  let closedGroupVaries = false
  for (let position = 0; position < pattern.length; position += 1) {
    const rest = pattern.slice(position)
    const quantifier = /^(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})/.exec(rest)?.[0]
    if (quantifier && !rest.startsWith('?:')) {
      const isFixed = quantifier === '?' || /^\{[0-9]+\}$/.test(quantifier)
      if (closedGroupVaries && quantifier !== '?') isNested = true
      if (!isFixed) openQuantifiers += 1
      if (groups.length > 0) groups[groups.length - 1] = true
      position += quantifier.length - 1
    } else if (rest.startsWith('|') && groups.length > 0) groups[groups.length - 1] = true
    else if (rest.startsWith('(')) groups.push(false)
    if (rest.startsWith(')')) {
      closedGroupVaries = groups.pop() ?? false
      // What varies inside varies outside as well.
      if (closedGroupVaries && groups.length > 0) groups[groups.length - 1] = true
    } else closedGroupVaries = false
  }
  return { isNested, openQuantifiers }
}
