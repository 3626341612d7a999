/** Maximum number of loads on one page for entering scale tickets. */
export const MAX_WEIGH_ROWS = 50;

/** The editable cells of a row. */
export const WEIGH_CELLS = ["scale_ticket_number", "gross_pounds", "tare_pounds"] as const;
export type WeighCells = Partial<Record<(typeof WEIGH_CELLS)[number], string>>;

/** Join a row's cells into one text; commas in weights are ignored. */
export const joinWeighCells = (cells: WeighCells): string =>
  WEIGH_CELLS.map((name) => {
    const text = (cells[name] ?? "").trim();
    return name === "scale_ticket_number" ? text.replaceAll("|", " ") : text.replaceAll(",", "");
  }).join("|");
