/** The path of the help centre, and of its search. */
export const HELP_PATH = '/gethelp'
/** HELP-2: the maximum length of a search that is read. */
export const MAX_SEARCH = 100
