import type { FormField, FormSchema } from './contract.ts'

export type FormValues = Readonly<Partial<Record<string, string>>>

/** What is wrong with one field; its words are made of the field's label (FORM-2, FORM-3). */
export type FieldProblem = 'required' | 'too-short' | 'too-long' | 'invalid' | 'no-address' | 'no-landmark'

export type FormProblems = Partial<Record<string, FieldProblem>>

/** What a ticked box sends. */
export const TICKED = 'on'

/** Nobody types more into a line of a form; a field may allow less. */
const LONGEST_TEXT = 500

/** FORM-3: these two may stay empty whatever the schema says, but not hold something that is no place. */
const PLACE_PROBLEMS: Partial<Record<string, FieldProblem>> = { installationAddress: 'no-address', landmark: 'no-landmark' }

/** FORM-1: by rank; of two with the same rank the one written first. */
export function ordered(schema: FormSchema): FormSchema {
  const byRank = (first: { rank: number }, second: { rank: number }) => first.rank - second.rank
  return { fields: [...schema.fields].sort(byRank), actions: [...schema.actions].sort(byRank) }
}

/** Both halves call this: the page to help while typing, the server to refuse. */
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

/** FORM-4: the button waits for this. */
export function isComplete(schema: FormSchema, values: FormValues): boolean {
  return Object.keys(formProblems(schema, values)).length === 0
}

/** Only what the schema asks for, without the spaces around it: nothing else a caller sends is kept. */
export function tidyValues({ fields }: FormSchema, values: FormValues): Record<string, string> {
  return Object.fromEntries(fields.map(({ name }) => [name, (values[name] ?? '').trim()]))
}

function optionProblem({ options = [] }: FormField, value: string): FieldProblem | null {
  return options.includes(value) ? null : 'invalid'
}

function textProblem({ minLength = 0, maxLength = LONGEST_TEXT, pattern }: FormField, text: string): FieldProblem | null {
  if (text.length < minLength) return 'too-short'
  if (text.length > maxLength) return 'too-long'
  return pattern === undefined || new RegExp(pattern, 'u').test(text) ? null : 'invalid'
}

/** Lower case without accents, so that 'tillaberi' finds Tillabéri. */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .trim()
}

/** LEAD-5: the entries that hold what was typed; those that begin with it come first. */
export function matchingOptions(options: readonly string[], typed: string): string[] {
  const wanted = plainText(typed)
  const found = options.filter((option) => plainText(option).includes(wanted))
  return found.sort((first, second) => Number(plainText(second).startsWith(wanted)) - Number(plainText(first).startsWith(wanted)))
}

/** The entry that was typed in full, whatever its accents and capitals. */
export function typedOption(options: readonly string[], typed: string): string | null {
  return options.find((option) => plainText(option) === plainText(typed)) ?? null
}
