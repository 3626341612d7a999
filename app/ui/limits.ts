/** Maximum number of options in a list without a search box (spec 1, section 2; spec 2, section 5). */
export const SEARCH_BOX_THRESHOLD = 5;
