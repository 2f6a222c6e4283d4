import { type TProperties, Type } from 'typebox'

/** An object that allows no further fields: what is sent to us is either known or refused. */
export const closed = <Properties extends TProperties>(properties: Properties) => Type.Object(properties, { additionalProperties: false })
