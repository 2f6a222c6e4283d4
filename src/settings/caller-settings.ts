import { BRAND } from '#shared/operator.ts'
import { text } from './setting.ts'

const shape = { pattern: /^[A-Za-z0-9._-]{3,80}$/, words: 'must be 3 to 80 letters, digits, dots, underscores or hyphens' }

/**
 * KEYS-1: separate client keys for pages of test and of production. No secrets: every page contains its own. Each environment knows both,
 * so that it can refuse the other's.
 */
export const API_IDENTITIES = {
  testKey: text('TEST_API_KEY', {
    unset: `${BRAND.slug}-test`,
    isSandboxValueFine: true,
    shape,
    meaning: '`x-api-key` of the pages in the sandbox; production refuses it',
  }),
  productionKey: text('PRODUCTION_API_KEY', {
    unset: `${BRAND.slug}-production`,
    isSandboxValueFine: true,
    shape,
    meaning: '`x-api-key` of the pages in production; the sandbox refuses it. Not a secret: every page contains it',
  }),
  testServiceId: text('TEST_SERVICE_ID', {
    unset: 'CWAAA-TEST',
    isSandboxValueFine: true,
    shape,
    meaning: '`x-service-id` of the pages in the sandbox; production refuses it',
  }),
  productionServiceId: text('PRODUCTION_SERVICE_ID', {
    unset: 'CWAAA',
    isSandboxValueFine: true,
    shape,
    meaning: '`x-service-id` of the pages in production; the sandbox refuses it',
  }),
}
