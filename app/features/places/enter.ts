/** The name under which Enter in a form around a map says which words a place was looked for by before. */
export const ENTER = "enter";
