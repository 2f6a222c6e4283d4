import { afterAll, describe } from 'vitest'
import { hasKannel, startKannel, type RunningKannel } from '#tests/support/kannel.ts'
import { testSmsContract } from '#tests/support/sms-contract.ts'

let started: Promise<RunningKannel> | undefined

if (!hasKannel())
  process.stdout.write('Skipped: the SMS tests against the real Kannel need the Debian packages kannel and kannel-extras.\n')

describe.skipIf(!hasKannel())('with the real Kannel', () => {
  afterAll(async () => (await started)?.stop())
  testSmsContract('Kannel', () => (started ??= startKannel()))
})
