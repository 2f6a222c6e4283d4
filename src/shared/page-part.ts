/** Requests a page's own part only, without its frame. */
export const PART_HEADER = 'x-page-part'
