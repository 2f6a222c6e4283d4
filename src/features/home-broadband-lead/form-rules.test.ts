import { expect, test } from 'vitest'
import type { FormField, FormSchema } from '#features/site-content/form-schema.ts'
import { patternProblem, schemaProblems } from '#features/site-content/server/pattern-safety.ts'
import { fieldProblem, formProblems, matchingOptions, ordered, tidyValues, typedOption } from './form-rules.ts'

function aField(change: Partial<FormField> = {}): FormField {
  return { name: 'name', label: 'Name', type: 'text', required: true, rank: 1, ...change }
}

test('FORM-1 fields and actions are sorted by rank', () => {
  const schema: FormSchema = {
    fields: [aField({ name: 'b', rank: 2 }), aField({ name: 'a', rank: 1 })],
    actions: [
      { type: 'submit', label: 'Send', rank: 5 },
      { type: 'cancel', label: 'Back', rank: 3 },
    ],
  }
  expect(ordered(schema).fields.map(({ name }) => name)).toEqual(['a', 'b'])
  expect(ordered(schema).actions.map(({ type }) => type)).toEqual(['cancel', 'submit'])
})

test('FORM-2 a required field is refused when blank, too short, too long or in another format', () => {
  expect(fieldProblem(aField(), '')).toBe('required')
  expect(fieldProblem(aField(), '   ')).toBe('required')
  expect(fieldProblem(aField({ required: false }), '')).toBeNull()
  expect(fieldProblem(aField({ minLength: 3 }), 'ab')).toBe('too-short')
  expect(fieldProblem(aField({ maxLength: 3 }), 'abcd')).toBe('too-long')
  expect(fieldProblem(aField({ pattern: '^[0-9]{8}$' }), '9000000x')).toBe('invalid')
  expect(fieldProblem(aField({ pattern: '^[0-9]{8}$' }), '90000001')).toBeNull()
  expect(fieldProblem(aField({ pattern: "^[\\p{L} '-]+$" }), 'Aïssa Oumarou')).toBeNull()
})

test('FORM-2 no value is longer than 500 characters, even without a limit in the schema', () => {
  expect(fieldProblem(aField(), 'a'.repeat(501))).toBe('too-long')
})

test('FORM-2 a choice must be one of the options', () => {
  const town = aField({ name: 'town', type: 'select', options: ['Niamey', 'Dosso'] })
  expect(fieldProblem(town, 'Niamey')).toBeNull()
  expect(fieldProblem(town, 'Paris')).toBe('invalid')
  expect(fieldProblem(town, '')).toBe('required')
})

test.for([
  ['installationAddress', 'no-address'],
  ['landmark', 'no-landmark'],
] as const)('FORM-3 %s may be empty, but not only digits or only punctuation', ([name, problem]) => {
  const field = aField({ name, required: true, minLength: 2 })
  expect(fieldProblem(field, '')).toBeNull()
  for (const junk of ['12345', '---', '/ , -', '   ']) expect(fieldProblem(field, junk)).toBe(problem)
  expect(fieldProblem(field, 'Rue 12, Plateau')).toBeNull()
  expect(fieldProblem(field, 'R')).toBe('too-short')
})

test('FORM-4 the form is complete when all fields are valid and the box is ticked', () => {
  const schema: FormSchema = {
    fields: [aField(), aField({ name: 'terms', type: 'checkbox' })],
    actions: [{ type: 'submit', label: 'Send', rank: 1 }],
  }
  expect(formProblems(schema, { name: 'Amina' })).toEqual({ terms: 'required' })
  expect(formProblems(schema, { name: 'Amina', terms: 'on' })).toEqual({})
  expect(tidyValues(schema, { name: ' Amina ', other: 'x' })).toEqual({ name: 'Amina', terms: '' })
})

test('LEAD-5 options match without accents or capitals, prefixes first; no match is an empty list', () => {
  const towns = ['Agadez', 'Niamey', 'Tillabéri', 'Tahoua']
  expect(matchingOptions(towns, 'tillaberi')).toEqual(['Tillabéri'])
  expect(matchingOptions(towns, 'a')).toEqual(['Agadez', 'Niamey', 'Tillabéri', 'Tahoua'])
  expect(matchingOptions(towns, 'ta')[0]).toBe('Tahoua')
  expect(matchingOptions(towns, 'paris')).toEqual([])
  expect(typedOption(towns, 'TILLABERI')).toBe('Tillabéri')
  expect(typedOption(towns, 'till')).toBeNull()
})

test.for([
  ['[0-9]{8}', 'must begin with ^ and end with $'],
  ['^([a-z$', 'is not a regular expression'],
  ['^(a+)+$', 'repeats a group that itself repeats or chooses'],
  ['^(?:a|aa)+$', 'repeats a group that itself repeats or chooses'],
  ['^((a*))*$', 'repeats a group that itself repeats or chooses'],
  ['^(?:[a-z]+x)*$', 'repeats a group that itself repeats or chooses'],
  ['^(a)\\1$', 'refers back to a group'],
  ['^(?=a).*$', 'looks around or names a group'],
  ['^a*a*a*a*$', 'has more than 3 open repetitions'],
] as const)('abuse 72 a pattern that could block the server is refused: %s', ([pattern, problem]) => {
  expect(patternProblem(pattern)).toBe(problem)
})

test.for(['^[0-9]{8}$', '^[A-Za-z0-9._]{1,64}@[A-Za-z0-9.-]{1,180}\\.[A-Za-z]{2,24}$', '^(?:Mr|Mme)? ?[\\p{L}+*(]+$', '^a(bc){2}$'])(
  'a pattern of a usual field is accepted: %s',
  (pattern) => {
    expect(patternProblem(pattern)).toBeNull()
  },
)

test('a schema names each field once, and limits the length of values with a pattern', () => {
  const schema: FormSchema = {
    fields: [aField({ pattern: '^a+$' }), aField({ minLength: 5, maxLength: 2 })],
    actions: [{ type: 'submit', label: 'Send', rank: 1 }],
  }
  expect(schemaProblems(schema)).toEqual([
    "the field 'name' is there twice",
    "'name' has a pattern and therefore needs a maxLength",
    "'name' can never be long enough",
  ])
})
