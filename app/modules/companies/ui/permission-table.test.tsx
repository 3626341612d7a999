import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ENTITIES, getDefaultCrewFlags, listEffectiveFlags } from "~/lib/access/crew-permissions";
import { ENTITY_LABELS } from "~/lib/access/entity-words";
import { PermissionTables } from "./permission-table";

test("has a row with a plain description for each entity that has a checkbox, and no other rows", () => {
  const rows = ENTITIES.map((name, i) => ({
    id: i + 1,
    name,
    flags: getDefaultCrewFlags(name),
    shown: listEffectiveFlags(name),
  }));
  const html = renderToStaticMarkup(<PermissionTables rows={rows} crewId={7} />);
  const heads = [...html.matchAll(/<th scope="row">([^<]+) </g)].map(([, name]) => name);
  const boxed = ENTITIES.filter((name) => listEffectiveFlags(name).length > 0);
  expect(heads).toEqual(boxed.map((name) => ENTITY_LABELS[name].name));
  expect(boxed).toEqual([...ENTITIES]);
  for (const name of boxed) expect(html.replace(/&#x27;/g, "'")).toContain(ENTITY_LABELS[name].line);
  for (const verb of ["Create", "Read", "Update", "Delete"])
    expect(html).toContain(`<th scope="col">${verb}</th>`);
});
