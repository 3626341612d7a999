import { type FieldState, TextField } from "~/ui/field";
import type { PaperFieldName } from "../../create/rules/new-ticket-start";

/** Fields handwritten on a sheet, in the order in which the sheet prints them. */
export function HandwrittenFields({
  of,
  clock,
}: {
  of: (name: PaperFieldName) => FieldState;
  clock: string;
}) {
  const line = (name: PaperFieldName, label: string) => (
    <TextField
      field={of(name)}
      label={label}
      required={false}
      attributes={{
        autoComplete: "off",
        maxLength: name.endsWith("plate") || name === "truck_number" ? 40 : 80,
      }}
    />
  );
  return (
    <section className="stack" aria-labelledby="written">
      <h2 id="written">Written on the sheet</h2>
      <div className="fields two">
        {line("loader_name", "Loader's name")}
        {line("loader_machine", "Loader make and model")}
      </div>
      <TextField field={of("loaded_at")} label="Loaded" type="datetime-local" hint={clock} required={false} />
      {line("driver_name", "Driver's name as on the license")}
      <div className="fields two">
        {line("truck_number", "Truck number")}
        {line("truck_plate", "Truck plate")}
      </div>
      {line("trailer_plate", "Trailer plate")}
    </section>
  );
}
