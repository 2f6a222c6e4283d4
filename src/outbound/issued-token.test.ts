import { expect, test } from 'vitest'
import { readIssuedToken } from './issued-token.ts'

const read = (fields: unknown, status = 200) => readIssuedToken({ status, text: JSON.stringify(fields) })

test.for([
  [{ access_token: 'a', token_type: 'BearerToken', expires_in: '1799', scope: '', status: 'approved' }, 1799],
  [{ access_token: 'a', expires_in: '180' }, 180],
  [{ access_token: 'a', token_type: null, expires_in: null, scope: null, refresh_token: null }, 300],
  [{ access_token: 'a', token_type: 'bearer', expires_in: 3599.0 }, 3599],
  [{ access_token: 'a', refresh_token: 'b', refresh_token_expires_in: '0', expires_in: 'soon' }, 300],
  [{ access_token: 'a', expires_in: 0 }, 300],
  [{ access_token: 'a', expires_in: -1 }, 300],
] as const)('a token response %j is used for %i s', ([fields, lifeSeconds]) => {
  expect(read(fields)).toEqual({ token: 'a', lifeSeconds })
})

test('a token that is issued with status 201 is used', () => {
  expect(read({ access_token: 'a', expires_in: 60 }, 201)).toEqual({ token: 'a', lifeSeconds: 60 })
})

test.for([
  [
    { status: 401, text: '{"error":"invalid_client","error_description":"secret s3cr3t"}' },
    'not-authorised',
    'token: HTTP 401, invalid_client',
  ],
  [
    { status: 401, text: '{"fault":{"faultstring":"Invalid ApiKey s3cr3t"}}' },
    'not-authorised',
    'token: HTTP 401, no access_token; fields: fault',
  ],
  [{ status: 200, text: '{"token":"s3cr3t","expiry":1}' }, 'unreadable', 'token: HTTP 200, no access_token; fields: token, expiry'],
  [{ status: 200, text: '{"access_token":null}' }, 'unreadable', 'token: HTTP 200, an unusable access_token; fields: access_token'],
  [{ status: 200, text: '{"access_token":"two words"}' }, 'unreadable', 'token: HTTP 200, an unusable access_token; fields: access_token'],
  [{ status: 200, text: '<html>s3cr3t</html>' }, 'unreadable', 'token: HTTP 200, no JSON object'],
  [{ status: 204, text: '' }, 'unreadable', 'token: HTTP 204, an empty body'],
  [{ status: 503, text: '{"message":"s3cr3t"}' }, 'server-error', 'token: HTTP 503, no access_token; fields: message'],
] as const)('what came instead of a token is named without a value: %j', ([answer, why, detail]) => {
  let thrown: unknown = null
  try {
    readIssuedToken(answer)
  } catch (error) {
    thrown = error
  }
  expect(thrown).toMatchObject({ why, detail, mayHaveArrived: false, status: answer.status })
})
