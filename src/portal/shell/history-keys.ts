/** Session storage of the hub for the result page: the number of history entries, and the page before. */
export const HUB_ENTRY = 'hub'
/** Where the hub redirects after going back to it from a result. */
export const LEAD_TO = 'leadTo'
