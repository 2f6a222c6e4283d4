import { setTimeout as pause } from 'node:timers/promises'

const STEP_MS = 400

/**
 * Every refusal takes a whole number of steps, so that its time does not reveal which of two things was wrong (abuse 34, 35).
 * A success need not wait: its body reveals it anyway.
 */
export async function padRefusalTime<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const startedAt = performance.now()
  try {
    return await work()
  } catch (problem) {
    const passed = performance.now() - startedAt
    await pause((Math.floor(passed / STEP_MS) + 1) * STEP_MS - passed)
    throw problem
  }
}
