import { type Static, Type } from 'typebox'

const Words = Type.String({ minLength: 1, maxLength: 400 })

const FormField = Type.Object(
  {
    name: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]{0,39}$' }),
    label: Words,
    type: Type.Union([Type.Literal('text'), Type.Literal('select'), Type.Literal('checkbox')]),
    required: Type.Boolean(),
    pattern: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    minLength: Type.Optional(Type.Integer({ minimum: 0, maximum: 500 })),
    maxLength: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    errorMessage: Type.Optional(Words),
    placeholder: Type.Optional(Words),
    rank: Type.Integer(),
    options: Type.Optional(Type.Array(Words, { maxItems: 300 })),
    countryCode: Type.Optional(Type.String({ pattern: '^\\+[0-9]{1,4}$' })),
  },
  { additionalProperties: false },
)
export type FormField = Static<typeof FormField>

const FormAction = Type.Object(
  { type: Type.Union([Type.Literal('submit'), Type.Literal('cancel')]), label: Words, rank: Type.Integer() },
  { additionalProperties: false },
)

/** FORM-1: a form as the content service describes it. */
export const FormSchema = Type.Object(
  { fields: Type.Array(FormField, { minItems: 1, maxItems: 30 }), actions: Type.Array(FormAction, { minItems: 1, maxItems: 4 }) },
  { additionalProperties: false },
)
export type FormSchema = Static<typeof FormSchema>
