/** The name under which Enter in a form around a map says which words a place was looked for by before. */
export const ENTER = "enter";

/** Parts of such a form that its page comes back at: on a phone the map is far below the form's top. */
export const FIND_PLACE = "find-place";
export const PICK_MAP = "pick-map";
