/** Apart from the profile: every page counts by it, and no page needs the rest for that. */
export const COUNTRY_CODE = 'NE'
