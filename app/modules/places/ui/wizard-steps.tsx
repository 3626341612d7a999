import { TabSearch } from "./tab-search";
import "~/styles/choices.css";
import "~/styles/shortcuts.css";
import { TextField } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { Avatar, ButtonLink, Notice } from "~/ui/parts";
import type { DestinationStep } from "../data/wizard-page.server";
import { CLICK_DESTINATION } from "../rules/messages";
import { buildFlowHref, type DestinationFlow, formatFlow } from "../rules/wizard";
import { PinMapFields } from "./map";
import { PlaceMap } from "./place-map";

type Step<K extends DestinationStep["kind"]> = Extract<DestinationStep, { kind: K }>;

/** Hidden fields with the other values of the flow, for a form sent by GET. */
function Kept({ flow, but = [] }: { flow: DestinationFlow; but?: string[] }) {
  return (
    <>
      {[...formatFlow(flow)]
        .filter(([name]) => !but.includes(name))
        .map(([name, value], i) => (
          <input key={`${name} ${String(i)}`} type="hidden" name={name} value={value} />
        ))}
    </>
  );
}

/** Back button that sends the whole flow, including values typed in the form. */
export function FlowBackButton({ flow }: { flow: DestinationFlow }) {
  return (
    <button
      type="submit"
      className="button"
      name="back"
      value={formatFlow(flow).toString()}
      formMethod="get"
      formAction="/company/destinations/new"
      formNoValidate
    >
      Back
    </button>
  );
}

export function ModeStep({ flow }: Step<"mode">) {
  return (
    <ul className="shortcuts">
      <li>
        <a href={buildFlowHref(flow, { mode: "deliver_to_mill", stage: "search_mills" })}>
          <strong>
            Deliver to a mill <Icon name="next" />
          </strong>{" "}
          <span className="soft">A yard of a company on Timbertally, already on the map.</span>
        </a>
      </li>
      <li>
        <a href={buildFlowHref(flow, { mode: "drop_pin", stage: "choose_location_on_map" })}>
          <strong>
            Drop a pin <Icon name="next" />
          </strong>{" "}
          <span className="soft">Any place. Click the map or type its coordinates.</span>
        </a>
      </li>
    </ul>
  );
}

function SearchForm({ flow, q, label }: { flow: DestinationFlow; q: string; label: string }) {
  return (
    <TabSearch q={q} label={label} action="/company/destinations/new">
      <Kept flow={flow} />
    </TabSearch>
  );
}

export function MillStep({ flow, q, searchable, more, companies }: Step<"search_mills">) {
  const onMap = { stage: "choose_location_on_map", location_id: null, company_id: null } as const;
  return (
    <div className="stack loose">
      <section className="stack card">
        <h2>Which mill?</h2>
        {searchable ? <SearchForm flow={flow} q={q} label="Search mills" /> : null}
        {companies.length ? (
          <ul className="choices">
            {companies.map((c) => (
              <li key={c.id}>
                <a
                  href={buildFlowHref(flow, {
                    stage: "choose_mill_location",
                    company_id: c.id,
                    new_company: "",
                    location_id: flow.company_id === c.id ? flow.location_id : null,
                  })}
                >
                  <Avatar name={c.name} src={c.logo_url} square />
                  <span>
                    {c.name}{" "}
                    <span className="soft small">{[c.city, c.state].filter(Boolean).join(", ")}</span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        ) : (
          <p>No mill name matches.</p>
        )}
        {more ? <p className="soft small">There are more. Search by part of the name.</p> : null}
      </section>
      <form method="get" action="/company/destinations/new" className="stack card">
        <h2>A mill that isn't listed</h2>
        <Kept flow={{ ...flow, ...onMap }} but={["new_company"]} />
        <TextField
          field={{ id: "new_company", name: "new_company", defaultValue: flow.new_company }}
          label="Its name"
          required
          hint="Next, set it on the map."
          attributes={{ maxLength: 120, autoComplete: "off" }}
        />
        <div className="row">
          <button type="submit" className="button">
            Set it on the map
          </button>
        </div>
      </form>
      <form method="get" action="/company/destinations/new">
        <FlowBackButton flow={flow} />
      </form>
    </div>
  );
}

export function PlaceStep(step: Step<"choose_mill_location">) {
  const { flow, company, q, searchable, locations, drawing } = step;
  return (
    <div className="stack loose">
      <section className="stack card">
        <h2>{company}: which place?</h2>
        {searchable ? <SearchForm flow={flow} q={q} label="Search places" /> : null}
        {drawing ? <PlaceMap drawing={drawing} label={`Places of ${company}`} /> : null}
        {locations.length ? (
          <ol className="choices">
            {locations.map((l) => (
              <li key={l.id}>
                <a href={buildFlowHref(flow, { stage: "add_notes_and_products", location_id: l.id })}>
                  <span className="count">{l.number}</span>{" "}
                  <span>
                    {l.name} <span className="soft small">{l.place}</span>
                  </span>
                </a>
              </li>
            ))}
          </ol>
        ) : (
          <p>{q ? "No place name matches." : "This company hasn't put a place on the map yet."}</p>
        )}
        <p>
          <a
            href={buildFlowHref(flow, {
              stage: "choose_location_on_map",
              location_id: null,
              new_company: "",
            })}
          >
            Set another place on the map
          </a>
        </p>
      </section>
      <form method="get" action="/company/destinations/new">
        <FlowBackButton flow={flow} />
      </form>
    </div>
  );
}

export function MapStep({ flow, wrong, drawing, finding, mill }: Step<"choose_location_on_map">) {
  const { latitude, longitude } = flow;
  const receiver = mill ?? flow.new_company;
  return (
    <form method="get" action="/company/destinations/new" className="stack card">
      <Kept flow={flow} but={["latitude", "longitude"]} />
      <PinMapFields
        drawing={drawing}
        finding={finding}
        pin={{ latitude, longitude }}
        label={receiver ? `Where ${receiver} takes the wood` : "Where the wood goes"}
        errors={wrong ? { latitude: [CLICK_DESTINATION] } : {}}
      />
      <div className="row">
        <button
          type="submit"
          className="button primary"
          name="to"
          value="add_notes_and_products"
          data-dialog="#nearby-places"
        >
          Continue
        </button>{" "}
        <FlowBackButton flow={flow} />
      </div>
    </form>
  );
}

export function NearbyStep({ flow, near }: Step<"nearby">) {
  return (
    <section className="stack card" id="nearby-places">
      <h2>Is it one of these?</h2>
      <p>
        These places are within half a mile of your pin. A mill sees only the loads that go to its own place.
      </p>
      <ul className="choices">
        {near.map((l) => (
          <li key={l.id}>
            <a href={buildFlowHref(flow, { location_id: l.id })}>
              <span>
                {l.name}{" "}
                <span className="soft small">
                  {l.company}, {l.miles < 0.05 ? "at the pin" : `${l.miles} mile from the pin`}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <div className="row">
        <ButtonLink href={buildFlowHref(flow, { ignore_nearby: true })} tone="primary">
          Use my pin
        </ButtonLink>{" "}
        <a href={buildFlowHref(flow, { stage: "choose_location_on_map" })}>Move the pin</a>
      </div>
    </section>
  );
}

/** Notice above the last step about the mill or company that receives the wood. */
export function StepHint({ step }: { step: DestinationStep }) {
  if (step.kind !== "add_notes_and_products" || step.at) return null;
  if (step.mill)
    return (
      <Notice>
        <p>
          {step.mill} hasn't put this place on its map. It will still see and can scale the loads you send
          here.
        </p>
      </Notice>
    );
  if (!step.flow.new_company) return null;
  return (
    <Notice>
      <p>{step.flow.new_company} isn't on Timbertally. The destination is your own note of it.</p>
    </Notice>
  );
}
