import { type Static, Type } from 'typebox'
import { closed } from '#shared/closed.ts'

const Words = Type.String({ minLength: 1, maxLength: 400 })

const FormField = closed({
  name: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]{0,39}$' }),
  label: Words,
  type: Type.Enum(['text', 'select', 'checkbox']),
  required: Type.Boolean(),
  pattern: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  minLength: Type.Optional(Type.Integer({ minimum: 0, maximum: 500 })),
  maxLength: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  errorMessage: Type.Optional(Words),
  placeholder: Type.Optional(Words),
  rank: Type.Integer(),
  options: Type.Optional(Type.Array(Words, { maxItems: 300 })),
  countryCode: Type.Optional(Type.String({ pattern: '^\\+[0-9]{1,4}$' })),
})
export type FormField = Static<typeof FormField>

const FormAction = closed({ type: Type.Enum(['submit', 'cancel']), label: Words, rank: Type.Integer() })

/** FORM-1: a form as the content service describes it. */
export const FormSchema = closed({
  fields: Type.Array(FormField, { minItems: 1, maxItems: 30 }),
  actions: Type.Array(FormAction, { minItems: 1, maxItems: 4 }),
})
export type FormSchema = Static<typeof FormSchema>
