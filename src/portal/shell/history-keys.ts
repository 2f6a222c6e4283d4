/** What the hub leaves in the session for the result: how many entries there were, and the page before. */
export const HUB_ENTRY = 'hub'
/** Where the hub leads on to when it is come back to from a result. */
export const LEAD_TO = 'leadTo'
