import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { fieldsIn } from "~/domain/geo/location";
import { viewText } from "~/domain/geo/view";
import { getJobPin, setJobPin } from "~/features/job-setup/job-pin.server";
import { actIn, carryOutEdit } from "~/features/maps/editor-acts";
import { LocationEditor } from "~/features/maps/location-editor";
import type { Editor } from "~/features/maps/location-editor.server";
import { ActionForm } from "~/ui/action-form";
import { PageHead } from "~/ui/parts";
import { contextCarrying } from "~/web/carried-post.server";
import { context } from "~/web/context.server";
import { call, type FormReply, readForm, submit } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Pin · Timbertally" }];

export const loader = async (args: LoaderFunctionArgs) => call(getJobPin, await context(args), {});

type Answer = Partial<FormReply> & { editor?: Editor };

/** A click, a button or a search of the map is the page again; all else is the pin. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const act = actIn(form);
  const typed = fieldsIn(form);
  const shown = act?.kind === "click" || act?.kind === "look" ? act.view : null;
  const { fields, view } = act ? carryOutEdit(typed, act, shown) : { fields: typed, view: null };
  const { editor } = await call(getJobPin, await contextCarrying(args, form), {
    coordinates: fields.coordinates,
    view: view ? viewText(view) : undefined,
    place: act?.kind === "find" ? act.place : undefined,
  });
  if (act)
    return data<Answer>({ editor, reply: { initialValue: { version: String(form.get("version") ?? "") } } });
  for (const name of ["location_method", "view", "place", "geom", "areas"]) form.delete(name);
  const answer = await submit(setJobPin, args, { form, to: () => "/jobs/create/overview#coordinates" });
  return data<Answer>({ ...answer.data, editor }, answer.init ?? undefined);
}

export default function JobPin() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const result = answer?.reply && { ...answer, reply: answer.reply };
  const editor = answer?.editor ?? page.editor;
  return (
    <div className="stack loose">
      <PageHead
        title="Where the job is"
        lede="Find the place, then set the pin. It fills in township, range and section where they are empty."
      />
      <ActionForm
        result={result}
        version={Number(result?.reply.initialValue?.version) || page.version}
        button="Use this pin"
        back={{ href: "/jobs/create/overview", label: "Back to overview" }}
        conflict={{ href: "/jobs/create/pin", what: "the job" }}
      >
        <LocationEditor editor={editor} errors={{ coordinates: result?.reply.error?.coordinates }} />
      </ActionForm>
    </div>
  );
}
