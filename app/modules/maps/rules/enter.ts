/** Name of the field that sends the words of the last place search when Enter submits a form around a map. */
export const ENTER_FIELD = "enter";

/**
 * Element ids to which the page scrolls after a form around a map is submitted: on a phone the map is far below the top
 * of the form.
 */
export const FIND_PLACE_ANCHOR = "find-place";
export const PICK_MAP_ANCHOR = "pick-map";
