import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { defineCall } from './define-call.ts'

const WHOLE = {
  route: 'POST test/v1/it',
  isRepeatable: true,
  caching: 'no-store',
  access: 'anyone',
  summary: 'For a test',
  tags: ['test'],
  reply: Type.Object({ text: Type.Union([Type.String(), Type.Null()]) }),
} as const

test('a complete declaration is a call', () => {
  expect(defineCall(WHOLE)).toMatchObject({ method: 'POST', url: expect.stringMatching(/\/test\/v1\/it$/), isRepeatable: true })
  const byAnswer = defineCall({ ...WHOLE, caching: ({ text }) => (text === null ? 'no-store' : 'private') })
  expect(byAnswer.caching).toBeTypeOf('function')
})

/** Never run: `tsc` fails where one of these compiles. */
export function declarationsThatDoNotCompile(): void {
  const { reply: _reply, ...withoutReply } = WHOLE
  // @ts-expect-error the reply is missing
  defineCall(withoutReply)
  const { isRepeatable: _isRepeatable, ...withoutRepeatability } = WHOLE
  // @ts-expect-error whether it may be sent twice is missing
  defineCall(withoutRepeatability)
  const { caching: _caching, ...withoutCaching } = WHOLE
  // @ts-expect-error whether it may be stored is missing
  defineCall(withoutCaching)
  const { access: _access, ...withoutAccess } = WHOLE
  // @ts-expect-error who may call it is missing
  defineCall(withoutAccess)
  // @ts-expect-error no such method
  defineCall({ ...WHOLE, route: 'PUT test/v1/it' })
  // @ts-expect-error no such problem to refuse others with
  defineCall({ ...WHOLE, access: { visitOr: 'no-such-problem' } })
  // @ts-expect-error the result has no such field
  defineCall({ ...WHOLE, caching: ({ words }) => (words === null ? 'no-store' : 'private') })
}
