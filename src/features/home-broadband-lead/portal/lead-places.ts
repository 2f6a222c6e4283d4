/** The pages of a request, in order. */
export const PLAN_PAGE = '/hbb-lead'
export const DETAILS_PAGE = '/hbb-lead/details'
export const ADDRESS_PAGE = '/hbb-lead/address'
export const DONE_PAGE = '/hbb-lead/done'
export const STATUS_PAGE = '/hbb-lead-status'
