/** What begins a cell where a spreadsheet parts cells otherwise than the file means: at semicolons, tabs, or commas. */
const AFTER_A_SEPARATOR = /([;,|\t\r\n]["']*)(?=[+-])|([;,|\t\r\n]["'\s]*)(?=[=@])/g;

/**
 * Text of a cell that no spreadsheet takes for a formula, either at its beginning or after a character that some
 * country's settings treat as a separator. Quotes don't help there, because such a program doesn't see them as quotes.
 * The writer itself guards the beginning of the cell.
 */
export const guardedCell = <T>(cell: T | string): T | string =>
  typeof cell === "string" ? cell.replace(AFTER_A_SEPARATOR, (before) => `${before}'`) : cell;
