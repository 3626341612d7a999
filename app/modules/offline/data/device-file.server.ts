import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { jsonListSql } from "#db/json-list";
import { isInLiveCrew } from "#db/live-crew.server";
import { company, crew, crewMember, submission, user } from "#db/schema";
import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import { formatFullName } from "~/lib/text/text";
import { adminActionReasonSchema, buildAdminActionStep } from "~/modules/admin/shared/acts.server";
import { buildAccountEventStep } from "~/modules/people/shared/account-events.server";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, unprocessable } from "~/web/refusal";
import type { FormOwner, QueuedForm } from "../rules/kept-forms";
import { formActionLabel, formatItemTitle } from "../rules/load-steps";
import { parseOutboxFile } from "../rules/outbox-file";
import { parseQueuedFormFields } from "../rules/sent-fields";
import { readIdNames } from "./named-ids.server";

/** Maximum size of a device's file; the writer must send a larger file with `npx tsx scripts/import-outbox.ts`. */
export const MAX_DEVICE_FILE_MEGABYTES = MAX_UPLOAD_MEGABYTES.deviceFile;
/** Maximum number of forms sent each time that the button is pressed. */
export const MAX_FORMS_PER_SEND = 200;
/** Maximum number of forms that a page lists. */
const MAX_LISTED = 1_000;

const NOT_A_FILE = "This isn't a file of what a device hasn't sent, or it was changed.";
const file = z.string().max(MAX_DEVICE_FILE_MEGABYTES * 1024 * 1024, "This file is too large");
/** Id of a person or a company, as written in a file. */
const NUMBER = /^[1-9]\d{0,14}$/;

/** Return the person and company named in a file, and why the person may no longer act for that company, if so. */
async function writerIn(ctx: Pick<Ctx, "read">, who: FormOwner) {
  if (!NUMBER.test(who.user) || !NUMBER.test(who.company)) return null;
  const [person] = await ctx.read
    .select()
    .from(user)
    .where(eq(user.id, Number(who.user)));
  const [place] = await ctx.read
    .select()
    .from(company)
    .where(eq(company.id, Number(who.company)));
  if (!person || !place) return null;
  const [member] = await ctx.read
    .select({ id: crew.id })
    .from(crewMember)
    .innerJoin(crew, isInLiveCrew)
    .where(and(eq(crewMember.user_id, person.id), eq(crew.company_id, place.id)))
    .limit(1);
  const mayNot = person.disabled_at
    ? `${formatFullName(person)}'s account is disabled.`
    : place.is_deleted
      ? `${place.name} is deleted.`
      : member
        ? null
        : `${formatFullName(person)} doesn't work for ${place.name} anymore.`;
  return {
    user_id: person.id,
    company_id: place.id,
    name: formatFullName(person),
    company: place.name,
    mayNot,
  };
}

/** Return the given ids of forms that the server has processed for this person at this company. */
export async function readArrivedIds(
  ctx: Pick<Ctx, "read">,
  who: FormOwner,
  ids: string[],
): Promise<Set<string>> {
  const rows = await ctx.read
    .select({ id: submission.submission_id })
    .from(submission)
    .where(
      and(
        eq(submission.actor, `u${who.user}c${who.company}`),
        eq(submission.outcome, "applied"),
        sql`${submission.submission_id} IN ${jsonListSql(ids)}`,
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** Return the title of a form; if it would be a URL, return a description of the form instead. */
export function formatFormTitle(item: QueuedForm, items: readonly QueuedForm[]): string {
  const head = formatItemTitle(item, items);
  return head.startsWith("/") ? formActionLabel(item.action) : head;
}

const whoOf = ({ user: id, company: at }: QueuedForm): FormOwner => ({ user: id, company: at });

/** Check that the actor may open the page, which is only for super users. */
export const authorizeDeviceFilePage = procedure({
  name: "authorizeDeviceFilePage",
  audience: "super",
  input: z.strictObject({}),
  run: async () => null,
});

/**
 * Read a device's file, grouped by writer and company. Each form is shown as text, read from the bytes that would be
 * sent, with whether it has arrived. Changes nothing; only for super users.
 */
export const readDeviceFile = procedure({
  name: "readDeviceFile",
  audience: "super",
  input: z.strictObject({ file }),
  async run(ctx, { file }) {
    const forms = parseOutboxFile(file);
    if (!forms?.length) throw invalid({ file: [forms ? "This file is empty." : NOT_A_FILE] });
    if (forms.length > MAX_LISTED)
      throw invalid({ file: [`More than ${MAX_LISTED.toLocaleString("en-US")} forms are in this file.`] });
    const typed = new Map<string, NonNullable<Awaited<ReturnType<typeof parseQueuedFormFields>>>>();
    for (const form of forms) {
      const read = await parseQueuedFormFields(form);
      // The id that was looked up must equal the id in the form to be sent.
      if (!read || read.id !== form.id || typed.has(form.id)) throw invalid({ file: [NOT_A_FILE] });
      typed.set(form.id, read);
    }
    const names = await readIdNames(
      ctx,
      [...typed.values()].flatMap(({ fields }) => fields),
    );
    const groups = [];
    for (const key of new Set(forms.map((form) => `${form.user} ${form.company}`))) {
      const items = forms
        .filter((form) => `${form.user} ${form.company}` === key)
        .sort((a, b) => a.typed_at - b.typed_at);
      const [first] = items;
      if (!first) continue;
      const who = whoOf(first);
      const arrived = await readArrivedIds(
        ctx,
        who,
        items.map(({ id }) => id),
      );
      groups.push({
        who,
        writer: await writerIn(ctx, who),
        forms: items.map((item) => ({
          id: item.id,
          head: formatFormTitle(item, items),
          typed_at: new Date(Math.min(Math.max(item.typed_at, 0), 8.64e15)).toISOString(),
          has_arrived: arrived.has(item.id),
          fields: (typed.get(item.id)?.fields ?? []).map(([label, value, name]): [string, string] => [
            label,
            names(name, value),
          ]),
          files: typed.get(item.id)?.files ?? [],
        })),
      });
    }
    return { groups };
  },
});

/**
 * Record in the chain of admin actions that a writer's forms are sent for them, with the reason and the forms, before
 * anything is sent. The writer sees the record in their account, and the company's admins see it in their list of admin
 * actions.
 */
export const recordFormsSentForWriter = procedure({
  name: "recordFormsSentForWriter",
  audience: "super",
  fresh: true,
  input: z.strictObject({
    user_id: z.number().int(),
    company_id: z.number().int(),
    reason: adminActionReasonSchema,
    ids: z.array(z.string().max(64)).min(1, "Everything in it has already arrived.").max(MAX_LISTED),
  }),
  async run(ctx, { user_id, company_id, reason, ids }) {
    const writer = await writerIn(ctx, { user: String(user_id), company: String(company_id) });
    if (!writer) throw invalid({ file: [NOT_A_FILE] });
    if (writer.mayNot) throw unprocessable(`${writer.mayNot} Nothing was sent.`);
    return ctx.commit(
      [
        buildAccountEventStep(ctx, user_id, "forms-sent-by-support", { company: company_id, reason }),
        await buildAdminActionStep(ctx, {
          action: "forms sent for their writer",
          company: company_id,
          user: user_id,
          details: { said: `${ids.length} from a file of ${writer.name}'s device`, ids },
          reason,
        }),
      ],
      { user_id, company_id, name: writer.name, company: writer.company },
    );
  },
});
