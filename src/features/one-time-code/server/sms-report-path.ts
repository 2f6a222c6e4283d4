import { API_PREFIX } from '#calls/addresses.ts'

/** The delivery reports of the SMS centre arrive here. */
export const REPORT_PATH = `${API_PREFIX}/sms/v1/report`
