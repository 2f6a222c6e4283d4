import { afterEach, expect, test, vi } from 'vitest'
import { apiClient } from './api-client.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('the first call of a page goes alone, so that nobody begins two visits at once; afterwards calls go side by side', async () => {
  const answers: (() => void)[] = []
  vi.stubGlobal('fetch', () => new Promise((resolve) => answers.push(() => resolve(Response.json({ status: 'success', result: {} })))))
  const asked = [1, 2, 3].map(() => apiClient('fr').chooseLeadPlan({ productCode: 'P' }))
  expect(answers).toHaveLength(1)
  answers[0]?.()
  await vi.waitUntil(() => answers.length === 3)
  answers.slice(1).forEach((answer) => answer())
  expect(await Promise.all(asked)).toHaveLength(3)
})
