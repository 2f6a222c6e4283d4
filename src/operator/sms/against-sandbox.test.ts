import { onTestFinished } from 'vitest'
import { testSmsContract } from '#tests/support/sms-contract.ts'
import { buildSandbox } from '../../../sandbox/sandbox-app.ts'

testSmsContract('the sandbox', async () => {
  const app = await buildSandbox()
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  onTestFinished(() => app.close())
  return { url, password: 'sandbox-sms', received: async (msisdn) => (await app.inject(`/control/sms/${msisdn}`)).json() }
})
