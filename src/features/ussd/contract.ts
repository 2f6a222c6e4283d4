import { Type } from 'typebox'

/** The fields of the contact page (`contact-config`) that the menu reads. */
export const ContactHours = Type.Object({ hours: Type.Array(Type.Object({ days: Type.String(), time: Type.String() })) })
