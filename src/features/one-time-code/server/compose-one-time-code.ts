import { oneTimeCodeCalls, type OpenCodes } from './one-time-code.calls.ts'
import type { CodeParts } from './one-time-codes.ts'
import { createOneTimeCodes } from './open-one-time-codes.ts'
import { smsReportRoutes } from './sms-report.routes.ts'

type Deps = Omit<CodeParts, 'host'> & { publicUrl: URL; sealing: OpenCodes }

export function composeOneTimeCode({ publicUrl, sealing, ...deps }: Deps) {
  const codes = createOneTimeCodes({ ...deps, host: publicUrl.hostname })
  return { codes, calls: oneTimeCodeCalls({ codes, sealing }), routes: [smsReportRoutes(codes)] }
}
