import { afterEach, expect, test, vi } from 'vitest'
import { chooseLeadPlan } from '#features/home-broadband-lead/contract.ts'
import { sendOtp } from '#features/one-time-code/contract.ts'
import { apiClient } from './api-client.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('the first call of a page runs alone, so that only one visit is created; later calls run in parallel', async () => {
  const answers: (() => void)[] = []
  vi.stubGlobal('fetch', () => new Promise((resolve) => answers.push(() => resolve(Response.json({ status: 'success', result: {} })))))
  const asked = [1, 2, 3].map(() => apiClient('fr', { chooseLeadPlan }).chooseLeadPlan({ productCode: 'P' }))
  expect(answers).toHaveLength(1)
  answers[0]?.()
  await vi.waitUntil(() => answers.length === 3)
  answers.slice(1).forEach((answer) => answer())
  expect(await Promise.all(asked)).toHaveLength(3)
})

test('abuse 91 a call whose place in the queue expired solves another puzzle, and the page says meanwhile why it takes longer', async () => {
  const message = 'Beaucoup de demandes arrivent.'
  const asked = {
    status: 'failure',
    statusCode: 4292,
    code: 'puzzle-needed',
    message,
    requestId: 'r',
    puzzle: { challenge: 'c', parts: 2, bits: 1 },
  }
  const answers = [asked, asked, { status: 'success', result: {} }]
  const solutions: (string | null)[] = []
  const letOn: (() => void)[] = []
  vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit) => {
    if (!address.endsWith('/send-otp')) return Response.json({})
    solutions.push(new Headers(headers).get('x-puzzle'))
    if (solutions.length > 1) await new Promise<void>((resolve) => letOn.push(resolve))
    return Response.json(answers[solutions.length - 1])
  })
  const call = apiClient('fr', { sendOtp }).sendOtp({ msisdn: '90000001' })
  for (const wait of [0, 1]) {
    await vi.waitUntil(() => letOn.length > wait)
    expect(document.querySelector('[role=status]')?.textContent).toBe(message)
    letOn[wait]?.()
  }
  expect(await call).toMatchObject({ status: 'success' })
  expect(document.querySelector('[role=status]')).toBeNull()
  expect(solutions).toEqual([null, expect.stringMatching(/^c:\d+,\d+$/), expect.stringMatching(/^c:\d+,\d+$/)])
})
