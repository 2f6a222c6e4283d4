import { Type } from 'typebox'

const closed = { additionalProperties: false }
/** Words that are put into texts: no markup, no placeholder. */
const Words = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[^<>{}\\n]+$' })

/** operator.json of an operator's folder. */
export const BRAND_SCHEMA = Type.Object(
  {
    name: Words(30),
    shortName: Words(12),
    slug: Type.String({ pattern: '^[a-z][a-z0-9]{1,15}$' }),
    wallet: Words(30),
    // Every SMS begins with it: with one more letter the longest of them would need a second part.
    smsPrefix: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9 .-]{1,12}$' }),
    care: Type.String({ pattern: '^[0-9]{2,15}$' }),
    whatsapp: Type.String({ pattern: '^[1-9][0-9]{6,14}$' }),
    company: Words(80),
    isDemonstration: Type.Boolean(),
  },
  closed,
)
