import { type FieldState, TextField } from "~/ui/field";
import { Notice } from "~/ui/parts";

/** The printed sheet that a new ticket claims: identified by its code, or by the typed number. */
export type NewTicketSheet =
  | { id: number; sig: string; trip_ticket_number: number; load_number: number }
  | "by number";

/**
 * Fields that identify the sheet. If it is identified by its number, the id fields are empty; a device without a signal
 * fills them in after scanning the code (docs/no-signal.md).
 */
export function SheetFields({ sheet, number }: { sheet: NewTicketSheet; number: FieldState }) {
  const known = sheet === "by number" ? null : sheet;
  return (
    <>
      <Notice
        title={
          known
            ? `Sheet: trip ticket #${known.trip_ticket_number}, load ${known.load_number}`
            : "A printed sheet"
        }
      >
        <p>The ticket gets the numbers printed on the sheet. Copy what is written on it below.</p>
      </Notice>
      {known ? null : (
        <TextField
          field={number}
          label="Number printed on the sheet"
          hint="After “Trip Ticket #”"
          required
          short
          attributes={{ inputMode: "numeric", autoComplete: "off", maxLength: 12 }}
        />
      )}
      <input type="hidden" name="blank_sheet_id" value={known?.id ?? ""} />
      <input type="hidden" name="sheet_sig" value={known?.sig ?? ""} />
    </>
  );
}
