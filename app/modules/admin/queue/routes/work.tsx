import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { formatInstant } from "~/lib/time/time";
import { EmptyState, Notice, PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { submitSmallForm } from "~/web/post-only.server";
import { listWork, restartOrDropWork } from "../data/admin.server";
import { type ListedWork, WorkCard } from "../ui/work-card";

export const meta: MetaFunction = () => [{ title: "Work · Timbertally" }];

/** Summarize the input of a piece of work in a few words: "run 12". */
const whatOf = (input: unknown): string =>
  Object.entries<unknown>({ ...(typeof input === "object" ? input : {}) })
    .map(([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : String(value)}`)
    .join(", ")
    .slice(0, 200);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const { given_up, open, counts } = await callProcedure(listWork, ctx, {});
  const when = (instant: string) => ({ at: instant, text: formatInstant(instant, ctx.actor.zone, ctx.now) });
  const shown = (item: (typeof given_up)[number], under_way: boolean): ListedWork => ({
    id: item.id,
    name: item.name.charAt(0).toUpperCase() + item.name.slice(1),
    what: whatOf(item.input),
    created: when(item.created_at),
    attempts: item.attempts,
    next: under_way || item.failed_at ? null : when(item.run_at),
    under_way,
    given_up: item.failed_at !== null,
    failure: item.failure,
  });
  return {
    counts,
    given_up: given_up.map((item) => shown(item, false)),
    open: open.map((item) => shown(item, item.under_way)),
  };
}

export const action = (args: ActionFunctionArgs) => submitSmallForm(restartOrDropWork, args, "/admin/work");

export default function WorkQueue() {
  const { counts, given_up, open } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Work" lede="What the servers do in the background." />
      <div className="stack loose">
        {counts.given_up ? (
          <Notice tone="danger" title={`${formatCount(counts.given_up, "task")} given up`} />
        ) : null}
        {counts.failing ? (
          <Notice
            tone="warn"
            title={`${formatCount(counts.failing, "task")} failed and will be tried again`}
          />
        ) : null}
        {given_up.length ? <h2>Given up</h2> : null}
        {given_up.map((item) => (
          <WorkCard key={item.id} item={item} />
        ))}
        {open.length ? <h2>Waiting and under way ({counts.open})</h2> : null}
        {open.map((item) => (
          <WorkCard key={item.id} item={item} />
        ))}
      </div>
      {given_up.length + open.length === 0 ? <EmptyState title="Nothing is waiting" next={null} /> : null}
    </>
  );
}
