/** Maximum number of options in a list without a search box (docs/domain.md#ticket-lists). */
export const MAX_OPTIONS_WITHOUT_SEARCH = 5;
