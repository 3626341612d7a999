import "~/styles/permissions.css";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PRESETS } from "~/lib/access/crew-presets";
import { PresetLinks } from "~/modules/people/shared/preset-links";
import { ActionForm } from "~/ui/action-form";
import { ErrorSummary } from "~/ui/field";
import { EmptyState, Notice } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { SIGN_IN_AGAIN_MESSAGE } from "~/web/refusal";
import { createSubmissionId } from "~/web/submission-id.server";
import { previewPresetUndo } from "../data/crew-preset.server";
import { getCrewPermissions, saveCrewPermissions } from "../data/permissions.server";
import { PermissionTables } from "../ui/permission-table";
import { PresetUndo } from "../ui/preset-undo";

export const meta: MetaFunction = () => [{ title: "Permissions · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const search = new URL(args.request.url).searchParams;
  const named = search.get("crew");
  const crewPermissions = await callProcedure(getCrewPermissions, ctx, {
    crew_id: named === null ? undefined : parseId(named),
  });
  const was = search.get("was");
  const undo =
    was && crewPermissions.crew
      ? await callProcedure(previewPresetUndo, ctx, {
          crew_id: crewPermissions.crew.id,
          was: was.slice(0, 60),
        })
      : null;
  return {
    ...crewPermissions,
    undo,
    submission_id: createSubmissionId(),
    company_id: ctx.actor.company?.id ?? 0,
    saved: search.has("saved"),
  };
}

export async function action(args: ActionFunctionArgs) {
  return submit(saveCrewPermissions, args, {
    to: ({ crew_id }) => `/company/permissions?crew=${crew_id}&saved`,
    sorry: "Sorry, an error occurred while updating permissions. Please try again.",
  });
}

export default function Permissions() {
  const { crews, crew, entities, preset, undo, submission_id, company_id, saved } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const typed = result?.reply.initialValue?.allowed;
  const ticked = result ? new Set([typed].flat().map(String)) : null;
  const rows = ticked
    ? entities.map((e) => ({
        ...e,
        flags: {
          create: ticked.has(`${e.name}.create`),
          read: ticked.has(`${e.name}.read`),
          update: ticked.has(`${e.name}.update`),
          delete: ticked.has(`${e.name}.delete`),
        },
      }))
    : entities;
  if (!crew)
    return (
      <EmptyState title="No regular crew" next={{ href: "/company/crews/new", label: "Add a crew" }}>
        <p>Admins have every permission. Add a crew to set what its members can do.</p>
      </EmptyState>
    );
  return (
    <div className="stack">
      <div className="stack narrow">
        <h2>What crews can do</h2>
        <p className="soft">
          Admins always have every permission. Someone in two crews can do what either crew can.
        </p>
      </div>
      {crews.length > 1 ? (
        <nav className="chips" aria-label="Crew">
          {crews.map((c) => (
            <a
              key={c.id}
              className="chip"
              href={`/company/permissions?crew=${c.id}`}
              aria-current={c.id === crew.id ? "page" : undefined}
            >
              {c.name}{" "}
            </a>
          ))}
        </nav>
      ) : (
        <p>
          The crew <strong>{crew.name}</strong>
        </p>
      )}
      {saved ? (
        <Notice>
          <p>Permissions updated successfully</p>
        </Notice>
      ) : null}
      <ErrorSummary
        formErrors={result ? Object.values(result.reply.error ?? {}).flatMap((m) => m ?? []) : []}
      />
      {undo ? <PresetUndo crew={crew} undo={undo} submissionId={submission_id} /> : null}
      <div className="stack narrow">
        <p>
          {preset
            ? `${crew.name} is set as ${PRESETS[preset].name}. ${PRESETS[preset].hint}`
            : `${crew.name} is fine-tuned: it can do what is checked below.`}
        </p>
      </div>
      <PresetLinks crewId={crew.id} now={preset} />
      <details className="menu" open={!preset || result !== undefined}>
        <summary>Fine-tune</summary>
        <ActionForm
          key={`${crew.id}-${crew.version}`}
          loose
          result={result}
          version={crew.version}
          formErrors={[]}
          button={null}
          data-apply={`/api/company/${company_id}/permissions`}
          data-failed="Sorry, an error occurred while updating permissions. Please try again."
          data-done="Permissions updated successfully"
          data-again={SIGN_IN_AGAIN_MESSAGE}
        >
          <input type="hidden" name="crew_id" value={crew.id} />
          <p className="soft narrow">
            Create is adding, Read is seeing, Update is changing. Update and Delete need Read as well. Adding
            something to a job needs Read of that, of jobs or of trip tickets.
          </p>
          <PermissionTables rows={rows} crewId={crew.id} />
          <p className="toast" role="status" data-said hidden />
          <div className="row" data-save>
            <button type="submit" className="button primary">
              Save permissions of {crew.name}
            </button>
          </div>
        </ActionForm>
      </details>
    </div>
  );
}
