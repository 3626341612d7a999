/** Start of a cell if a spreadsheet splits cells differently than the file intends: at semicolons, tabs, or commas. */
const AFTER_A_SEPARATOR = /([;,|\t\r\n]["']*)(?=[+-])|([;,|\t\r\n]["'\s]*)(?=[=@])/g;

/**
 * Guard a cell's text so that no spreadsheet treats it as a formula, either at its start or after a character that some
 * country's settings treat as a separator. Quotes don't help there, because such a program doesn't recognize them. The
 * writer itself guards the start of the cell.
 */
export const escapeFormulaCell = <T>(cell: T | string): T | string =>
  typeof cell === "string" ? cell.replace(AFTER_A_SEPARATOR, (before) => `${before}'`) : cell;
