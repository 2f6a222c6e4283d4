/** The prefix of the specification's section 7 (API-1). */
export const API_PREFIX = '/orp/bfe/api/portal-service'
