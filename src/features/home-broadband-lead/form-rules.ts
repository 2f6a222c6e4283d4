import type { FormField, FormSchema } from '#features/site-content/form-schema.ts'
import type { FieldProblem } from './contract.ts'

export type FormValues = Readonly<Partial<Record<string, string>>>
export type FormProblems = Record<string, FieldProblem>

/** The value of a ticked checkbox. */
export const TICKED = 'on'

/** The default limit of a text field; the schema may set a lower one. */
const MAX_TEXT = 500

/** FORM-3: these two may be empty, whatever the schema requires, but their value must be a place. */
const PLACE_PROBLEMS: Partial<Record<string, FieldProblem>> = { installationAddress: 'no-address', landmark: 'no-landmark' }

/** FORM-1: sorted by rank; equal ranks keep their order. */
export function ordered(schema: FormSchema): FormSchema {
  const byRank = (first: { rank: number }, second: { rank: number }) => first.rank - second.rank
  return { fields: [...schema.fields].sort(byRank), actions: [...schema.actions].sort(byRank) }
}

/** Shared: the page calls this to help during typing, the server to refuse. */
export function fieldProblem(field: FormField, value: string): FieldProblem | null {
  if (field.type === 'checkbox') return field.required && value !== TICKED ? 'required' : null
  const placeProblem = PLACE_PROBLEMS[field.name]
  if (placeProblem) {
    if (value === '') return null
    if (/^[0-9]+$/.test(value.trim()) || /^[-/,\s]+$/.test(value)) return placeProblem
  } else if (value.trim() === '') return field.required ? 'required' : null
  return field.type === 'select' ? optionProblem(field, value) : textProblem(field, value.trim())
}

export function formProblems({ fields }: FormSchema, values: FormValues): FormProblems {
  const problems: FormProblems = {}
  for (const field of fields) {
    const problem = fieldProblem(field, values[field.name] ?? '')
    if (problem) problems[field.name] = problem
  }
  return problems
}

/** Keeps only the fields of the schema, trimmed: other values from a caller are dropped. */
export function tidyValues({ fields }: FormSchema, values: FormValues): Record<string, string> {
  return Object.fromEntries(fields.map(({ name }) => [name, (values[name] ?? '').trim()]))
}

function optionProblem({ options = [] }: FormField, value: string): FieldProblem | null {
  return options.includes(value) ? null : 'invalid'
}

function textProblem({ minLength = 0, maxLength = MAX_TEXT, pattern }: FormField, text: string): FieldProblem | null {
  if (text.length < minLength) return 'too-short'
  if (text.length > maxLength) return 'too-long'
  return pattern === undefined || new RegExp(pattern, 'u').test(text) ? null : 'invalid'
}

/** Lower case without accents, so that an unaccented word finds an accented one. */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .trim()
}

/** LEAD-5: the options that contain the typed text; those that begin with it come first. */
export function matchingOptions(options: readonly string[], typed: string): string[] {
  const wanted = plainText(typed)
  const found = options.filter((option) => plainText(option).includes(wanted))
  return found.sort((first, second) => Number(plainText(second).startsWith(wanted)) - Number(plainText(first).startsWith(wanted)))
}

/** The option that equals the typed text, ignoring accents and capitals. */
export function typedOption(options: readonly string[], typed: string): string | null {
  return options.find((option) => plainText(option) === plainText(typed)) ?? null
}
