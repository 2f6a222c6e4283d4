import { addAfterLast, addEntry, addImport } from './edit-source.ts'
import type { Skeleton } from './skeleton.ts'
import type { NameWords } from './words-of-name.ts'

/** A query to the operator: declared by a feature, implemented for TM Forum, composed, and added to the fake operator. */
export function newOperatorCall(words: NameWords): Skeleton {
  const { kebab, pascal } = words
  const statement = `import type { Operator${pascal} } from '#features/${kebab}/server/operator-${kebab}.ts'`
  return {
    made: {
      [`src/features/${kebab}/server/operator-${kebab}.ts`]: port(words),
      [`src/operator/tmforum/${kebab}.messages.ts`]: messages(words),
      [`src/operator/tmforum/${kebab}.ts`]: adapter(words),
      [`src/operator/tmforum/${kebab}.test.ts`]: promises(words),
    },
    changed: {
      'src/operator/connect-operator.ts': (source) => {
        const imported = addImport(addImport(source, statement), `import { operator${pascal} } from './tmforum/${kebab}.ts'`)
        const joined = addAfterLast(imported, '    ...operator', '(client),\n', `    ...operator${pascal}(client),\n`)
        return addToType(joined, 'Operator', `Operator${pascal}`)
      },
      'src/composition/portal-core.ts': (source) => addToType(addImport(source, statement), 'PortalOperator', `Operator${pascal}`),
      'tests/support/fake-operator.ts': (source) =>
        addEntry(
          source,
          'const operator: FakeOperator =',
          `  read${pascal}: () => answer(() => ({ ok: true, value: { text: 'as tests need it' } })),`,
        ),
    },
    scripts: [],
    next: [
      `src/features/${kebab}/server/operator-${kebab}.ts: what the feature wants to know, in our words`,
      `src/operator/tmforum/${kebab}.ts: the system and path of docs/protocols/tmforum.md; what differs from operator to operator is a field of the profile`,
      `sandbox/tmforum: the same call in the standard and in the odd profile, until src/operator/tmforum/${kebab}.test.ts passes`,
    ],
  }
}

function addToType(source: string, type: string, part: string): string {
  const declaration = `export type ${type} = `
  if (!source.includes(declaration)) throw new Error(`"${declaration}" is not there`)
  return source.replace(declaration, `${declaration}${part} & `)
}

function port({ pascal, title }: NameWords): string {
  return `import type { MobileNumber } from '#shared/mobile-number.ts'
import type { OperatorResult } from '#shared/operator-answer.ts'

/** ${title}, as the portal needs it. */
export type ${pascal} = { text: string }

export type Operator${pascal} = {
  read${pascal}(msisdn: MobileNumber, signal?: AbortSignal): Promise<OperatorResult<${pascal}>>
}
`
}

function messages({ kebab, pascal }: NameWords): string {
  return `import { Type, type Static } from 'typebox'
import type { ${pascal} } from '#features/${kebab}/server/operator-${kebab}.ts'

/** As the operator writes it. */
export const ${pascal}Shape = Type.Object({ name: Type.String() })

export function ${pascal.charAt(0).toLowerCase()}${pascal.slice(1)}Of({ name }: Static<typeof ${pascal}Shape>): ${pascal} {
  return { text: name }
}
`
}

function adapter({ kebab, camel, pascal }: NameWords): string {
  return `import type { Operator${pascal} } from '#features/${kebab}/server/operator-${kebab}.ts'
import { good } from '../answers.ts'
import type { TmforumClient } from './tmforum-client.ts'
import { ${camel}Of, ${pascal}Shape } from './${kebab}.messages.ts'

export function operator${pascal}(client: TmforumClient): Operator${pascal} {
  return {
    async read${pascal}(msisdn, signal) {
      const query = { publicIdentifier: client.wireNumber(msisdn) }
      const answer = await client.readOne({ system: '637', path: '/${camel}', query, signal }, ${pascal}Shape)
      return answer.ok ? good(${camel}Of(answer.value)) : answer
    },
  }
}
`
}

function promises({ kebab, pascal }: NameWords): string {
  return `import { afterAll, expect, test } from 'vitest'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { buildSandbox } from '../../../sandbox/sandbox-app.ts'
import { connectOperator } from '../connect-operator.ts'
import { OPERATOR_PROFILES, type OperatorProfileName } from '../operator-profiles.ts'
import { aLog } from '#tests/support/a-log.ts'
import { anOperator } from '#tests/support/an-operator.ts'

const LINE = '90000001' as MobileNumber
const app = await buildSandbox()
const url = await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => app.close())

test.for<OperatorProfileName>(['tmf-v4', 'odd'])('${kebab} %s: the sandbox answers what the adapter reads', async (name) => {
  const operator = connectOperator({
    profile: OPERATOR_PROFILES[name],
    baseUrl: new URL(url),
    credentials: { clientId: 'guichet', clientSecret: 'sandbox-operator', apiKey: 'sandbox-odd-key' },
    clock: { now: () => new Date() },
    log: aLog(),
  })
  expect(await operator.read${pascal}(LINE)).toMatchObject({ ok: true })
})

test.for([{ json: {} }, { text: '<html>', status: 200 }, { json: { error: 'down' }, status: 500 }])(
  '${kebab}: an unreadable response is no answer: %o',
  async (answer) => {
    const { operator } = await anOperator(() => answer)
    expect(await operator.read${pascal}(LINE)).toMatchObject({ ok: false, fault: { kind: 'unavailable' } })
  },
)
`
}
