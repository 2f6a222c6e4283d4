import { type Static, Type } from 'typebox'
import { SERVICES } from './places.ts'

/** The main menu as an editor orders it. The digit before a service is the digit to dial (*222*1#), the same in both languages. */
export const UssdMenu = Type.Object(
  { home: Type.Array(Type.Enum([...SERVICES]), { minItems: 1, maxItems: 9, uniqueItems: true }) },
  { additionalProperties: false },
)
export type UssdMenu = Static<typeof UssdMenu>

/** What the menu reads of the page of contacts (`contact-config`). */
export const ContactHours = Type.Object({ hours: Type.Array(Type.Object({ days: Type.String(), time: Type.String() })) })
