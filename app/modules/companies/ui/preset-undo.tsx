import type { Right } from "~/lib/access/rights";
import { RightsChange } from "~/modules/people/shared/rights-box";
import { ActionForm } from "~/ui/action-form";
import { Notice } from "~/ui/parts";

type Undo = { was: string; change: { added: Right[]; taken: Right[] } };

/** Notice to undo a preset: lists what the crew could do before, with a button to restore it. */
export function PresetUndo({
  crew,
  undo,
  submissionId,
}: {
  crew: { id: number; name: string; version: number };
  undo: Undo;
  submissionId: string;
}) {
  return (
    <Notice title={`What ${crew.name} can do was changed.`}>
      <RightsChange change={undo.change} added="Undo gives back" taken="Undo takes away" />
      <ActionForm
        action={`/company/crews/${crew.id}/preset-undo`}
        submissionId={submissionId}
        version={crew.version}
        button="Undo"
        plain
      >
        <input type="hidden" name="was" value={undo.was} />
      </ActionForm>
    </Notice>
  );
}
