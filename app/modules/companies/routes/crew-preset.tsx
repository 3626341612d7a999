import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PRESET_IDS, PRESETS } from "~/lib/access/crew-presets";
import { PresetLinks } from "~/modules/people/shared/preset-links";
import { RightsChange } from "~/modules/people/shared/rights-box";
import { createBreadcrumbHandle } from "~/ui/naming";
import { Notice, PageHead } from "~/ui/parts";
import { ConfirmForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { applyPreset, previewPreset } from "../data/crew-preset.server";

export const meta: MetaFunction = () => [{ title: "What a crew does · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const named = new URL(args.request.url).searchParams.get("preset");
  const preset = PRESET_IDS.find((id) => id === named);
  const presetChange = await callProcedure(previewPreset, await createContext(args), {
    crew_id: parseId(args.params.crewId),
    preset,
  });
  return { ...presetChange, preset: preset ?? null, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/company/crews/:crewId": ({ crew }) => crew.name,
});

export async function action(args: ActionFunctionArgs) {
  return submit(applyPreset, args, {
    fixed: { crew_id: parseId(args.params.crewId) },
    to: ({ crew_id, was }) => `/company/permissions?crew=${crew_id}&saved&was=${was}`,
    sorry: "Sorry, an error occurred while updating permissions. Please try again.",
  });
}

/** Page that previews the changes a preset would make to a crew. */
export default function CrewPreset() {
  const { crew, now, preset, change, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const back = { href: `/company/permissions?crew=${crew.id}`, label: "Leave it as it is" };
  if (!preset || !change)
    return (
      <div className="narrow stack">
        <PageHead title={`What ${crew.name} does`} lede="You'll see what changes before it does." />
        <PresetLinks crewId={crew.id} now={now} />
        <p>
          <a href={back.href}>Back to permissions</a>
        </p>
      </div>
    );
  const { name, hint } = PRESETS[preset];
  return (
    <div className="narrow stack loose">
      <PageHead title={`Set ${crew.name} as ${name}`} lede={hint} />
      {change.added.length + change.taken.length === 0 && !result ? (
        <>
          <Notice>
            <p>Nothing changes. {crew.name} can already do exactly this.</p>
          </Notice>
          <p>
            <a href={back.href}>Back to permissions</a>
          </p>
        </>
      ) : (
        <>
          <RightsChange change={change} added="Its members can then also" taken="They can no longer" />
          <ConfirmForm
            result={result}
            submissionId={submission_id}
            version={crew.version}
            button={`Set as ${name}`}
            back={back}
            danger={false}
          >
            <input type="hidden" name="preset" value={preset} />
            <p className="soft small">You can undo this right away.</p>
          </ConfirmForm>
        </>
      )}
    </div>
  );
}
