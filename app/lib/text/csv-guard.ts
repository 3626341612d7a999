/**
 * Match the start of a formula after a character at which a spreadsheet may split a cell: a semicolon, tab, comma or
 * the like.
 */
const AFTER_A_SEPARATOR = /([;,|\t\r\n]["']*)(?=[+-])|([;,|\t\r\n]["'\s]*)(?=[=@])/g;

/**
 * Escape a cell's text so that no spreadsheet treats part of it as a formula after a character that some country's
 * settings treat as a separator. Quotes don't help there, because such a program doesn't recognize them. The file's
 * writer escapes the start of the cell itself.
 */
export const escapeFormulaCell = <T>(cell: T | string): T | string =>
  typeof cell === "string" ? cell.replace(AFTER_A_SEPARATOR, (before) => `${before}'`) : cell;
