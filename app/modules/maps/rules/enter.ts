/** Field name under which Enter in a form around a map sends the words of the last place search. */
export const ENTER_FIELD = "enter";

/** Parts of such a form that its page comes back at: on a phone the map is far below the form's top. */
export const FIND_PLACE_FORM = "find-place";
export const PICK_MAP_FORM = "pick-map";
