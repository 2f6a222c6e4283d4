import type { MobileNumber } from '#shared/mobile-number.ts'
import { success } from '#shared/reply.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import type { Visitor } from '#server/calls/visitor.ts'
import { readLineType, validateNumber } from '../contract.ts'
import type { LineChecks } from './check-line.ts'

export function lineCalls(lines: LineChecks): Served[] {
  /** From the second number on, a browser with a cookie has its own rate limit instead of its IP address's. */
  async function lineTypeOf(msisdn: MobileNumber, visitor: Visitor) {
    const type = await lines.lineType(msisdn, await visitor.caller())
    await visitor.startVisitForLookup()
    return type
  }

  return [
    serve(readLineType, async ({ msisdn }, visitor) => success(await lineTypeOf(msisdn, visitor))),
    serve(validateNumber, async ({ msisdn, checkIfBroadband }, visitor) => {
      const type = await lineTypeOf(msisdn, visitor)
      return success(checkIfBroadband && type !== 'BROADBAND' ? 'INVALID' : type)
    }),
  ]
}
