import { Fragment } from "react";
import { PRESET_IDS, PRESETS, type PresetId } from "~/lib/access/crew-presets";

/** Links that apply a preset to a crew; each opens a page that lists the changes and asks for confirmation. */
export function PresetLinks({ crewId, now = null }: { crewId: number; now?: PresetId | null }) {
  return (
    <nav className="chips" aria-label="Make this crew">
      <span>Make this crew: </span>
      {PRESET_IDS.map((id) => (
        <Fragment key={id}>
          <a
            className="chip"
            href={`/company/crews/${crewId}/preset?preset=${id}`}
            aria-current={id === now ? "true" : undefined}
          >
            {PRESETS[id].name}
          </a>{" "}
        </Fragment>
      ))}
    </nav>
  );
}
