import { PRESET_IDS, PRESETS } from "~/lib/access/crew-presets";

/**
 * Choice of the work of a new crew's members, one line for each preset; defaults to the first preset, which allows
 * little.
 */
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
