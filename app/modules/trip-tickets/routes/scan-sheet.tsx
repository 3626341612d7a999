import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SelectField, TextField } from "~/ui/field";
import { EmptyState, Notice, PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { findSheets, getSheetsAtHand } from "../paper/data/sheets-at-hand.server";

export const meta: MetaFunction = () => [{ title: "Scan a sheet · Timbertally" }];

const whole = (text: string | null) => (text && /^\d{1,12}$/.test(text) ? Number(text) : undefined);

/** Find the printed sheet to turn into a load, by its code or by its printed number. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const query = new URL(args.request.url).searchParams;
  const typed = (query.get("number") ?? "").trim().slice(0, 20);
  const job_id = whole(query.get("job_id"));
  const at_hand = await callProcedure(getSheetsAtHand, ctx, {});
  const number = whole(typed.replace(/^#/, ""));
  if (!typed) return { at_hand, typed, job_id, found: [], error: null };
  if (!number) return { at_hand, typed, job_id, found: [], error: "Enter the number printed on the sheet" };
  const { sheets } = await callProcedure(findSheets, ctx, { number, job_id });
  const [only, ...others] = sheets;
  if (only && others.length === 0) throw redirect(paths.sheet(only.id));
  const error = only ? null : "None of your sheets have this number. Check it, or scan the sheet's code.";
  return { at_hand, typed, job_id, found: sheets, error };
}

export default function ScanSheet() {
  const { at_hand, typed, job_id, found, error } = useLoaderData<typeof loader>();
  const { jobs, runs } = at_hand;
  const waiting = runs.reduce((sum, run) => sum + run.count, 0);
  return (
    <div className="narrow stack loose">
      <PageHead
        title="Scan a sheet"
        lede="A printed sheet becomes a trip ticket with the numbers that are printed on it."
      />
      {jobs.length === 0 ? (
        <EmptyState title="No job for a ticket" next={null} />
      ) : (
        <div className="stack loose" data-scan={JSON.stringify({ runs, jobs })}>
          {found.length > 1 ? (
            <Notice title={`Several jobs have a sheet ${typed}`}>
              <ul>
                {found.map((sheet) => (
                  <li key={sheet.id}>
                    <a href={paths.sheet(sheet.id)}>{sheet.job}</a>
                  </li>
                ))}
              </ul>
            </Notice>
          ) : null}
          <form method="get" className="card stack">
            <TextField
              field={{
                id: "number",
                name: "number",
                defaultValue: typed,
                errors: error ? [error] : undefined,
              }}
              label="Number printed on the sheet"
              hint="After “Trip Ticket #”"
              required
              short
              attributes={{ inputMode: "numeric", autoComplete: "off", maxLength: 12 }}
            />
            {jobs.length > 1 ? (
              <SelectField
                field={{
                  id: "job_id",
                  name: "job_id",
                  defaultValue: job_id === undefined ? undefined : String(job_id),
                  errors: undefined,
                }}
                label="Job"
                empty="Any job"
                options={jobs.map(({ id, name }) => ({ value: id, label: name }))}
                required={false}
              />
            ) : (
              <input type="hidden" name="job_id" value={jobs[0]?.id} />
            )}
            <p className="row">
              <button type="submit" className="button primary">
                Open the sheet
              </button>
            </p>
          </form>
          <p className="soft small">
            {waiting
              ? `${waiting} of your sheets are waiting for a load. This device keeps their numbers, so you can claim one without a signal.`
              : "None of your own sheets are waiting for a load."}{" "}
            Your phone's camera opens a sheet's code, too.
          </p>
        </div>
      )}
    </div>
  );
}
