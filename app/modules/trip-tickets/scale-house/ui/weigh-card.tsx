import { UNIT } from "~/lib/units/measures";
import { ActionForm } from "~/ui/action-form";
import { type FieldState, SelectField, TextField } from "~/ui/field";
import { ButtonLink, DetailBox } from "~/ui/parts";
import { paths } from "~/web/paths";
import { UNIT_OPTIONS } from "../../rules/edit-boxes";
import type { TicketPage } from "../../shared/detail.server";

/** Form for a load that has arrived: its scale ticket, weights, volume and a photo; then a link to the next load. */
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
        <ActionForm
          action={paths.ticketWeights(ticket.id)}
          submissionId={`${submissionId}-weights`}
          version={ticket.version}
          data-scale=""
          data-keep-unsent=""
          button="Save"
          other={
            ticket.can_edit.photo ? (
              <ButtonLink href={paths.photos(ticket.id)}>Photo of the slip</ButtonLink>
            ) : null
          }
        >
          <div className="fields across">
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
              hint={
                weigh.unit === UNIT.ton
                  ? "Leave it empty to use the tons from the weights."
                  : "From the slip. Weights alone give only tons."
              }
              attributes={{ inputMode: "decimal", autoComplete: "off" }}
            />
            <SelectField
              field={field("scaled_wood_unit_type_id", weigh.unit)}
              label="Unit"
              options={UNIT_OPTIONS}
            />
          </div>
        </ActionForm>
      </DetailBox>
    </div>
  );
}
