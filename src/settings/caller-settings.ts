import { text } from './setting.ts'

const shape = { pattern: /^[A-Za-z0-9._-]{3,80}$/, words: 'must be 3 to 80 letters, digits, dots, underscores or hyphens' }

/**
 * KEYS-1: how pages of test and of production make themselves known, apart from each other. No secrets: every page holds its own. Each side
 * knows both, so that it can refuse the other's.
 */
export const CALLERS = {
  testKey: text('TEST_API_KEY', {
    unset: 'tenere-test',
    isSandboxValueFine: true,
    shape,
    meaning: 'what pages send as `x-api-key` in the sandbox; production refuses it',
  }),
  productionKey: text('PRODUCTION_API_KEY', {
    unset: 'tenere-production',
    isSandboxValueFine: true,
    shape,
    meaning: 'what pages send as `x-api-key` in production; the sandbox refuses it. No secret: every page holds it',
  }),
  testServiceId: text('TEST_SERVICE_ID', {
    unset: 'CWAAA-TEST',
    isSandboxValueFine: true,
    shape,
    meaning: 'what pages send as `x-service-id` in the sandbox; production refuses it',
  }),
  productionServiceId: text('PRODUCTION_SERVICE_ID', {
    unset: 'CWAAA',
    isSandboxValueFine: true,
    shape,
    meaning: 'what pages send as `x-service-id` in production; the sandbox refuses it',
  }),
}
