import { keepInSession, readFromSession } from '#portal/shell/session-texts.ts'

/** STATE-1: the specification's keys of session storage. Values are texts; each user parses what it wrote. */
export type SessionKey =
  | 'selectedLanguage'
  | 'queryData'
  | 'widgetInfo'
  | 'devices_detail'
  | '_c_o_n_f_i_g'
  | 'isTenereWorks'
  | 'id'
  /** Not in the specification: the texts of the ticket of the unpaid purchase, for pages without other data. */
  | 'keptTicket'

export const readSession: (key: SessionKey) => string | null = readFromSession

/** Null removes the value. The server stores the draft anyway. */
export const writeSession: (key: SessionKey, value: string | null) => void = keepInSession
