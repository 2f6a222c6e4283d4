import { API_PREFIX } from '#calls/addresses.ts'

/** Where the SMS centre reports what became of a message. */
export const REPORT_PATH = `${API_PREFIX}/sms/v1/report`
