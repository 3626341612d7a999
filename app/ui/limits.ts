/** Maximum number of options in a list without a search box (docs/domain.md#ticket-lists). */
export const SEARCH_BOX_THRESHOLD = 5;
