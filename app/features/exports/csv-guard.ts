/** What begins a cell where a spreadsheet parts cells otherwise than the file means: at semicolons, tabs, or commas. */
const AFTER_A_SEPARATOR = /([;,|\t\r\n]["']*)(?=[+-])|([;,|\t\r\n]["'\s]*)(?=[=@])/g;

/**
 * Text of a cell that no spreadsheet takes for a formula, at its beginning or after anything inside it that some
 * country's settings take for a separator. Quotes do not help there: such a program does not see them as quotes.
 * The beginning of the cell is guarded by the writer itself.
 */
export const guardedCell = <T>(cell: T | string): T | string =>
  typeof cell === "string" ? cell.replace(AFTER_A_SEPARATOR, (before) => `${before}'`) : cell;
