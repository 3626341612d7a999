import "~/styles/weighing.css";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { EmptyState, Notice, PageHead } from "~/ui/parts";
import { LastListLink } from "~/ui/seen-link";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getWeighRows, saveWeighRows } from "../edit/data/weigh-rows.server";
import { MAX_WEIGH_ROWS } from "../edit/rules/weigh-rows";
import { WeighForm } from "../edit/ui/weigh-form";
import { STATUS } from "../rules/trip-ticket";
import { listTickets } from "../shared/list.server";

export const meta: MetaFunction = () => [{ title: "Weights · Trip tickets · Timbertally" }];

/** Parse the ticket ids in a URL, such as "12,15". */
const readIds = (text: string | null): number[] =>
  [...new Set((text ?? "").split(","))]
    .filter((word) => /^[1-9]\d{0,8}$/.test(word))
    .slice(0, MAX_WEIGH_ROWS)
    .map(Number);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const { searchParams } = new URL(args.request.url);
  const named = readIds(searchParams.get("ids"));
  const saved = readIds(searchParams.get("saved"));
  const toScale = { trip_ticket_status_ids: [STATUS.completed], scaled: false };
  const ids =
    named.length || saved.length
      ? named
      : (await callProcedure(listTickets, ctx, toScale)).rows.map(({ id }) => id);
  return { ...(await callProcedure(getWeighRows, ctx, { ids, saved })), submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const ids = readIds(new URL(args.request.url).searchParams.get("ids"));
  return submit(saveWeighRows, args, {
    to: (result) => {
      const saved = readIds(result.saved);
      return paths.weights(
        ids.filter((id) => !saved.includes(id)),
        saved,
      );
    },
  });
}

export default function ScaleTicketEntryPage() {
  const { rows, closed, saved, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        title="Weights"
        lede="Type the scale slips of these loads, then save them all at once. Rows you leave alone don't change."
      />
      {saved.length ? (
        <Notice title={`${formatCount(saved.length, "load")} saved`}>
          <ul>
            {saved.map(({ id, number, net, volume }) => (
              <li key={id}>
                <a href={paths.ticket(id)}>#{number}</a>{" "}
                {[net && `${net} net`, volume].filter(Boolean).join(", ")}
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {closed ? (
        <p className="soft">
          {formatCount(closed, "load")} of the list can’t be weighed by your company right now.
        </p>
      ) : null}
      {rows.length ? (
        <WeighForm
          rows={rows}
          result={result}
          submissionId={submission_id}
          other={<LastListLink to={paths.tickets}>Back to the list</LastListLink>}
        />
      ) : (
        <EmptyState title={saved.length ? "That was the last of these loads" : "Nothing to weigh"}>
          <LastListLink to={paths.tickets} className="button">
            Back to the list
          </LastListLink>
        </EmptyState>
      )}
    </>
  );
}
