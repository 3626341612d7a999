import { UNIT_OPTIONS } from "~/core/tickets/edit-boxes";
import { type FieldState, SelectField, TextField } from "~/ui/field";
import { ButtonLink, DetailBox } from "~/ui/parts";
import { paths } from "~/web/paths";
import type { TicketPage } from "./detail.server";

/** What is asked for once a load is there: its slip, its weights, its volume, a photo; then on to the next one. */
export function WeighCard({ ticket, submissionId }: { ticket: TicketPage; submissionId: string }) {
  const { weigh } = ticket;
  if (!weigh) return null;
  const field = (name: string, value: string | number | null = null): FieldState => ({
    id: name,
    name,
    defaultValue: value === null ? undefined : String(value),
  });
  const digits = { inputMode: "numeric", autoComplete: "off" } as const;
  return (
    <div className="screen-only">
      <DetailBox title="Scale slip">
        <form
          method="post"
          action={paths.ticketWeights(ticket.id)}
          className="stack"
          data-scale=""
          data-keep-unsent=""
        >
          <input type="hidden" name="version" value={ticket.version + 1} />
          <input type="hidden" name="submission_id" value={`${submissionId}-weights`} />
          <div className="fields two">
            <TextField
              field={field("scale_ticket_number", weigh.scale_ticket_number)}
              label="Scale ticket number"
              attributes={{ autoComplete: "off" }}
            />
            <TextField
              field={field("gross_pounds", weigh.gross_pounds)}
              label="Gross"
              unit="lb"
              attributes={digits}
            />
            <TextField
              field={field("tare_pounds", weigh.tare_pounds)}
              label="Tare"
              unit="lb"
              attributes={digits}
            />
            <TextField
              field={field("scaled_volume")}
              label="Scaled volume"
              hint="Leave it empty and tons come from the weights."
              attributes={{ inputMode: "decimal", autoComplete: "off" }}
            />
            <SelectField
              field={field("scaled_wood_unit_type_id", weigh.unit)}
              label="Unit"
              options={UNIT_OPTIONS}
            />
          </div>
          <div className="row">
            <button type="submit" className="button primary">
              Save
            </button>
            {ticket.can_edit.photo ? (
              <ButtonLink href={paths.photos(ticket.id)}>Photo of the slip</ButtonLink>
            ) : null}
          </div>
        </form>
      </DetailBox>
    </div>
  );
}
