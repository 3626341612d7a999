/** Maximum number of loads with scale tickets on one page. */
export const MAX_WEIGHED = 50;

/** The editable cells of a row. */
export const CELLS = ["scale_ticket_number", "gross_pounds", "tare_pounds"] as const;
export type WeighCells = Partial<Record<(typeof CELLS)[number], string>>;

/** Join a row's cells into one text; a weight is the same with and without its commas. */
export const joinCells = (cells: WeighCells): string =>
  CELLS.map((name) => {
    const text = (cells[name] ?? "").trim();
    return name === "scale_ticket_number" ? text.replaceAll("|", " ") : text.replaceAll(",", "");
  }).join("|");
