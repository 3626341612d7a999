import "~/styles/choices.css";
import { UNIT } from "~/lib/units/measures";
import { ActionForm } from "~/ui/action-form";
import { type FieldState, SelectField, TextField } from "~/ui/field";
import { Facts, Notice } from "~/ui/parts";
import { ProductIcon } from "~/ui/wood";
import { paths } from "~/web/paths";
import type { ScaleCard, ScaleHouse } from "../data/page.server";
import type { TypedScaleForm } from "../rules/typed";

const stateOf = (
  { values, errors }: TypedScaleForm,
  name: string,
  value: string | number | null = null,
): FieldState => ({
  id: `scale-${name}`,
  name,
  defaultValue: values[name] ?? (value === null ? undefined : String(value)),
  errors: errors[name],
});

const digits = { inputMode: "decimal", autoComplete: "off", enterKeyHint: "next" } as const;

/**
 * The scale house's single form: number, gross, tare, Enter. Without a script, Enter after the number alone looks the
 * load up. With a script (app/client/scale.ts) the load is looked up while the clerk keeps typing.
 */
export function ScaleForm({
  page,
  looked,
  typed,
  submissionId,
}: {
  page: ScaleHouse;
  /** Text for which the load was looked up. */
  looked: string;
  typed: TypedScaleForm;
  submissionId: string;
}) {
  const { card } = page;
  const offered = card && card.gross === null ? (card.last_tare?.pounds ?? null) : null;
  const focus = !card ? "load" : card.gross === null || card.is_scaled ? "gross" : "tare";
  const on = (name: string) => ({ autoFocus: focus === name });
  return (
    <ActionForm
      action={paths.scaleHouse(looked)}
      data-scale-form=""
      submissionId={submissionId}
      button={null}
    >
      <div data-swap="ids">
        {card ? (
          <>
            <input type="hidden" name="ticket_id" value={card.id} />
            <input type="hidden" name="ticket_for" value={looked} />
          </>
        ) : null}
      </div>
      <TextField
        field={stateOf(typed, "load", looked)}
        label="Number"
        hint="Ticket, load, scale ticket or plate, or scan the code"
        attributes={{ autoComplete: "off", enterKeyHint: "next", spellCheck: false, ...on("load") }}
      />
      <div data-swap="facts">
        <OnTheScale page={page} looked={looked} />
      </div>
      <div className="weights">
        <TextField
          field={stateOf(typed, "gross", card?.is_scaled ? null : card?.gross)}
          label="Gross"
          unit="lb"
          attributes={{ ...digits, ...on("gross") }}
        />
        <div data-swap="tare">
          <TextField
            field={stateOf(typed, "tare", card?.is_scaled ? null : (card?.tare ?? offered))}
            label="Tare"
            unit="lb"
            hint={offered === null ? undefined : <>Last tare, {card?.last_tare?.when}</>}
            attributes={{ ...digits, enterKeyHint: "go", ...on("tare") }}
          />
        </div>
        <TextField
          field={stateOf(typed, "scale_ticket_number", card?.scale_ticket_number)}
          label="Scale ticket"
          attributes={{ autoComplete: "off" }}
        />
      </div>
      <div data-swap="volume">
        <VolumeField card={card} typed={typed} />
        <HaulerField card={card} typed={typed} />
      </div>
      <output className="net" data-net="" htmlFor="scale-gross scale-tare" />
      {typed.errors.again ? (
        <label className="check">
          <input type="checkbox" name="again" value="on" />
          <span>
            <strong>Replace its weights.</strong> {typed.errors.again.join(" ")}
          </span>
        </label>
      ) : null}
      {typed.errors.save_anyway ? (
        <label className="check">
          <input type="checkbox" name="save_anyway" value="on" />
          <span>
            <strong>Save anyway.</strong> {typed.errors.save_anyway.join(" ")}
          </span>
        </label>
      ) : null}
      <div className="row">
        <button type="submit" className="button primary big">
          Received, next
        </button>{" "}
        <button
          type="submit"
          className="button"
          formMethod="get"
          formAction={paths.scaleHouse()}
          formNoValidate
        >
          Look up
        </button>
      </div>
      <details open={Boolean(typed.values.deduction_pounds ?? typed.errors.deduction_pounds)}>
        <summary>Deduction</summary>
        <div className="weights">
          <TextField
            field={stateOf(typed, "deduction_pounds")}
            label="Deduction"
            unit="lb"
            attributes={digits}
          />
          <TextField
            field={stateOf(typed, "deduction_class")}
            label="Reason"
            attributes={{ autoComplete: "off" }}
          />
        </div>
      </details>
    </ActionForm>
  );
}

/** Typed volume, for units that can't be weighed: board feet and cords. */
function VolumeField({ card, typed }: { card: ScaleCard | null; typed: TypedScaleForm }) {
  if (!card || card.unit === UNIT.ton) return null;
  return (
    <TextField
      field={stateOf(typed, "scaled_volume")}
      label="Scaled volume"
      unit={card.unit_words}
      attributes={digits}
    />
  );
}

/** Hauler field for an unclaimed load, if the clerk knows the hauler. */
function HaulerField({ card, typed }: { card: ScaleCard | null; typed: TypedScaleForm }) {
  if (!card?.haulers.length) return null;
  return (
    <SelectField
      field={stateOf(typed, "hauler_company_id")}
      label="Who hauled it?"
      options={card.haulers}
      empty="Not known yet"
    />
  );
}

/** The load on the scale, the possible loads, or the reason why none matches. */
function OnTheScale({ page: { card, choices, problem }, looked }: { page: ScaleHouse; looked: string }) {
  if (problem)
    return (
      <Notice tone="warn">
        <p data-problem="">{problem}</p>
      </Notice>
    );
  if (choices.length)
    return (
      <div className="notice">
        <strong>Several loads match. Which one?</strong>
        <ul className="choices">
          {choices.map((c) => (
            <li key={c.id}>
              <a href={paths.scaleHouse(`/trip-tickets/${c.id}`)}>
                {c.number}, load {c.load_number} of {c.job}
              </a>{" "}
              {[c.status, c.truck, c.product, c.supplier].filter(Boolean).join(" · ")}
            </li>
          ))}
        </ul>
      </div>
    );
  if (!card || !looked) return null;
  return (
    <section className="on-scale" aria-label={`Ticket ${card.number}`} data-unit={card.unit}>
      <p>
        <strong className="number">{card.number}</strong> <ProductIcon of={card.wood} />
        {card.product}
      </p>
      <Facts
        facts={[
          { term: "Truck", value: [card.truck, card.driver].filter(Boolean).join(" · ") },
          { term: "Hauler", value: card.hauler },
          { term: "From", value: `${card.supplier}, ${card.job}` },
          { term: "Estimate", value: card.estimate },
          { term: "Picked up", value: card.picked_up ?? "Not yet" },
        ]}
      />
      {card.is_scaled ? (
        <Notice tone="warn">
          <p>
            Weighed {card.scaled}: {card.net ?? "volume only"} net.
          </p>
        </Notice>
      ) : null}
      {card.note ? (
        <Notice tone="warn">
          <p>{card.note}</p>
        </Notice>
      ) : null}
    </section>
  );
}

/** Form on the load's card that rejects the load in one click, with a reason. */
export function RejectForm({
  card,
  looked,
  typed,
  submissionId,
}: {
  card: ScaleCard | null;
  looked: string;
  typed: TypedScaleForm;
  submissionId: string;
}) {
  if (!card || card.is_scaled) return null;
  return (
    <details open={Boolean(typed.errors.reason)}>
      <summary>Reject ticket #{card.number}</summary>
      <ActionForm
        action={paths.scaleHouse(looked)}
        submissionId={`${submissionId}-reject`}
        button={`Reject ticket #${card.number}`}
        danger
      >
        <input type="hidden" name="intent" value="reject" />
        <input type="hidden" name="load" value={looked} />
        <input type="hidden" name="ticket_id" value={card.id} />
        <input type="hidden" name="ticket_for" value={looked} />
        <TextField
          field={stateOf(typed, "reason")}
          label="Why"
          hint="Everyone on the ticket sees it as a comment. The load stays with its driver."
          attributes={{ autoComplete: "off" }}
        />
      </ActionForm>
    </details>
  );
}
