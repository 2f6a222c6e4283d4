/**
 * ERASE-1: when everything was erased here, in milliseconds by the database's clock. It identifies no person. Tabs that were open then, and
 * responses that were stored before, are recognised by it; both are gone after an hour.
 */
export const ERASED_COOKIE = 'erased'
export const ERASED_SECONDS = 3600
