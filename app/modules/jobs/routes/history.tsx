import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { TicketHistory } from "~/modules/trip-tickets/shared/ticket-history";
import { Pagination } from "~/ui/pagination";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { getJobHistory, HISTORY_PAGE_SIZE } from "../data/history.server";
import { parsePage } from "../rules/page-of";

export async function loader(args: LoaderFunctionArgs) {
  const id = parseId(args.params.jobId);
  const jobHistory = await callProcedure(getJobHistory, await createContext(args), {
    id,
    page: parsePage(args.request.url),
  });
  return { id, ...jobHistory, pageSize: HISTORY_PAGE_SIZE };
}

export default function JobHistory() {
  const { id, history, total, page, pageSize } = useLoaderData<typeof loader>();
  return (
    <>
      <TicketHistory history={history} />
      {total > pageSize ? (
        <Pagination
          pathname={paths.job(id, "history")}
          query=""
          page={page}
          pageSize={pageSize}
          total={total}
          noun="entry"
        />
      ) : null}
    </>
  );
}
