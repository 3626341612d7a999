import { PRESET_IDS, PRESETS } from "~/lib/access/crew-presets";

/** Choice of what a new crew's members do, one line each; defaults to the first, which allows little. */
export function PresetField({ chosen = PRESET_IDS[0], error }: { chosen?: string; error?: string[] }) {
  return (
    <fieldset className="field">
      <legend>What its members do</legend>
      {error?.length ? <span className="error">{error.join(" ")}</span> : null}
      {PRESET_IDS.map((id) => (
        <label key={id} className="check">
          <input
            type="radio"
            name="preset"
            id={`preset-${id}`}
            value={id}
            required
            defaultChecked={chosen === id}
          />
          <span>
            {PRESETS[id].name} <span className="soft small block">{PRESETS[id].hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
