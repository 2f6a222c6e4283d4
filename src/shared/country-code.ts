/** Separate from the profile: every page uses the code, and no page needs the rest for that. */
export const COUNTRY_CODE = 'NE'
