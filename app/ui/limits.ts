/** Option lists show a search box only above so many options (spec 1, section 2; spec 2, section 5). */
export const SEARCH_ABOVE = 5;
