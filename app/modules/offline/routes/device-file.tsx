import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatInstant } from "~/lib/time/time";
import { ActionForm } from "~/ui/action-form";
import { FileField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure, toErrorResponse } from "~/web/form-action.server";
import { createFormContext } from "~/web/post-after-login.server";
import { AppError } from "~/web/refusal";
import { runProcedure } from "~/web/run-procedure.server";
import {
  authorizeDeviceFilePage,
  MAX_DEVICE_FILE_MEGABYTES,
  readDeviceFile,
  recordFormsSentForWriter,
} from "../data/device-file.server";
import { readFileForm, sendFormsForWriter } from "../data/send-for.server";
import { DeviceFileGroup, SentFormResults } from "../ui/device-file";

export const meta: MetaFunction = () => [{ title: "Not sent · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  await callProcedure(authorizeDeviceFilePage, await createUserContext(args), {});
  return { megabytes: MAX_DEVICE_FILE_MEGABYTES };
}

type Mistakes = { file?: string[]; reason?: string[]; of?: string };
const NO_MISTAKES: Mistakes = {};

/** Convert a refusal to the page's messages; any other error is rethrown. */
function mistakesOf(error: unknown, of?: string): { status: number; mistakes: Mistakes } {
  if (!(error instanceof AppError) || error.kind === "missing" || error.kind === "forbidden")
    throw toErrorResponse(error);
  const { file: unread, ids, reason } = error.facts.fields ?? {};
  const file = unread ?? ids;
  const result = (file ?? reason) ? { file, reason } : { file: [error.message] };
  return { status: error.status, mistakes: { ...result, of } };
}

const answer = (status: number, more: Partial<Answer>) =>
  data<Answer>({ groups: [], file: "", typed: "", mistakes: NO_MISTAKES, sent: null, ...more }, { status });
type Shown = Parameters<typeof DeviceFileGroup>[0]["group"];
type Answer = {
  groups: Shown[];
  file: string;
  typed: string;
  mistakes: Mistakes;
  sent: Parameters<typeof SentFormResults>[0] | null;
};

/** Show a file's contents; if a writer and a reason are submitted, send the forms that haven't arrived. */
export async function action(args: ActionFunctionArgs) {
  const { form, isTooLarge } = await readFileForm(args.request);
  const text = (name: string) => String(form.get(name) ?? "");
  const [file, typed, user_id, company_id] = [
    text("file"),
    text("reason"),
    Number(text("user_id")),
    Number(text("company_id")),
  ];
  const sends = form.has("user_id");
  const ctx = await createFormContext(sends ? recordFormsSentForWriter : readDeviceFile, args, form, [
    "file",
  ]);
  await callProcedure(authorizeDeviceFilePage, ctx, {});
  if (isTooLarge)
    return answer(413, { mistakes: { file: [`Choose a file of ${MAX_DEVICE_FILE_MEGABYTES}MB at most.`] } });
  if (!file) return answer(422, { mistakes: { file: ["Choose a file"] } });
  const when = (instant: string) => ({ at: instant, text: formatInstant(instant, ctx.actor.zone, ctx.now) });
  const look = async (): Promise<Shown[]> =>
    (await runProcedure(readDeviceFile, ctx, { file })).groups.map(({ forms, ...group }) => ({
      ...group,
      forms: forms.map(({ typed_at, ...one }) => ({ ...one, typed: when(typed_at) })),
    }));
  let groups: Shown[] = [];
  try {
    groups = await look();
    if (!sends) return answer(200, { groups, file });
    const mine = groups.find(({ writer }) => writer?.user_id === user_id && writer.company_id === company_id);
    const ids = (mine?.forms ?? []).filter((form) => !form.has_arrived).map(({ id }) => id);
    const writer = await runProcedure(recordFormsSentForWriter, ctx, {
      user_id,
      company_id,
      reason: typed,
      ids,
    });
    const forms = await sendFormsForWriter(args, file, writer);
    return answer(200, {
      sent: { ...writer, forms: forms.filter(({ id }) => ids.includes(id)) },
      groups: await look(),
      file,
    });
  } catch (error) {
    const { status, mistakes } = mistakesOf(error, `${user_id} ${company_id}`);
    return answer(status, { groups, file: groups.length ? file : "", typed, mistakes });
  }
}

/**
 * Page for forms that a device couldn't send. Super users view the forms in the device's file and send them for their
 * writer.
 */
export default function DeviceFile() {
  const { megabytes } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const mistakes = result?.mistakes ?? NO_MISTAKES;
  const field = { id: "file", name: "file", errors: mistakes.file };
  return (
    <>
      <PageHead
        title="Not sent"
        lede="What a device couldn't send, from the file that its outbox downloads. You see every form before anything is sent."
      />
      <div className="stack loose">
        {result?.sent ? <SentFormResults {...result.sent} /> : null}
        <ActionForm className="card stack" upload fields={[field]} button="Show what's in it">
          <FileField
            field={field}
            label="File of a device"
            hint={`timbertally-not-sent.json, up to ${megabytes}MB`}
            accept=".json,application/json"
            megabytes={megabytes}
          />
        </ActionForm>
        {(result?.groups ?? []).map((group) => {
          const of = `${group.who.user} ${group.who.company}`;
          const reason = {
            id: `reason-${group.who.user}-${group.who.company}`,
            name: "reason",
            errors: mistakes.of === of ? mistakes.reason : undefined,
            defaultValue: mistakes.of === of ? result?.typed : undefined,
          };
          return <DeviceFileGroup key={of} group={group} reply={{ reason, file: result?.file ?? "" }} />;
        })}
      </div>
    </>
  );
}
