import buildValidatorFactory from '@fastify/ajv-compiler'
import serializerFactory, { type RouteDefinition, type Serializer, type SerializerFactory } from '@fastify/fast-json-stringify-compiler'

const compileSerializers = serializerFactory()

/** A schema is an object for the whole life of a process; the schemas that it may refer to are part of the key. */
const serializers = new WeakMap<object, Map<string, Serializer>>()

const buildSerializer: SerializerFactory = (externalSchemas, options) => {
  const compile = compileSerializers(externalSchemas, options)
  const key = JSON.stringify(externalSchemas)
  return (route: RouteDefinition) => {
    if (typeof route.schema !== 'object' || route.schema === null) return compile(route)
    const compiled = serializers.get(route.schema) ?? new Map<string, Serializer>()
    const serializer = compiled.get(key) ?? compile(route)
    serializers.set(route.schema, compiled.set(key, serializer))
    return serializer
  }
}

/** Each schema is compiled once for all apps of a process: it was a third of the time that a portal needs to begin. */
export const SCHEMA_COMPILERS = { compilersFactory: { buildValidator: buildValidatorFactory(), buildSerializer } }
