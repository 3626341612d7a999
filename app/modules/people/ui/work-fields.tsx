import { PRESETS, type PresetId } from "~/lib/access/crew-presets";

type CrewChoice = { id: number; name: string; is_primary: boolean; hint: string };

/** Fields for a new person's work, Is Admin, and crews instead of the work; each choice shows what the person will see. */
export function WorkFields({
  works,
  crews,
  work = works[0],
  isAdmin,
  crewField,
  errors,
}: {
  works: readonly PresetId[];
  crews: readonly CrewChoice[];
  work?: string;
  isAdmin: boolean;
  crewField: { name: string; type: "checkbox" | "radio"; chosen: readonly number[] };
  errors?: string[];
}) {
  const regular = crews.filter((c) => !c.is_primary);
  return (
    <>
      {works.length ? (
        <fieldset className="field">
          <legend>What does this person do?</legend>
          {works.map((id) => (
            <label key={id} className="check">
              <input type="radio" name="work" value={id} defaultChecked={work === id} />
              <span>
                {PRESETS[id].work} <span className="soft small block">{PRESETS[id].hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
      ) : null}
      {crews.some((c) => c.is_primary) ? (
        <>
          <label className="check">
            <input
              type="checkbox"
              name="is_admin"
              value="on"
              defaultChecked={isAdmin}
              aria-describedby="is-admin-hint"
            />
            <span>Is Admin</span>
          </label>{" "}
          <span className="hint" id="is-admin-hint">
            Admins manage people, crews and permissions, and can do everything.
          </span>
        </>
      ) : null}
      {regular.length ? (
        <fieldset className="field">
          <legend>{crewField.type === "radio" ? "Crew" : "Crews"}</legend>
          <p className="hint">
            {works.length
              ? "Leave this empty for the crew that fits their work. A crew you check decides what they can see."
              : "A crew decides what they can see."}
          </p>
          {crewField.type === "radio" && works.length ? (
            <label className="check">
              <input
                type="radio"
                name={crewField.name}
                value=""
                defaultChecked={crewField.chosen.length === 0}
              />
              <span>The crew that fits their work</span>
            </label>
          ) : null}
          {regular.map((c) => (
            <label key={c.id} className="check">
              <input
                type={crewField.type}
                name={crewField.name}
                value={c.id}
                defaultChecked={crewField.chosen.includes(c.id)}
              />
              <span>
                {c.name} <span className="soft small block">{c.hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
      ) : null}
      {errors?.length ? <span className="error">{errors.join(" ")}</span> : null}
    </>
  );
}
