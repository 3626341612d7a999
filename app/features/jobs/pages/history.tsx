import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getJobHistory, HISTORY_PAGE_SIZE } from "~/features/jobs/history.server";
import { parsePage } from "~/features/jobs/page-of";
import { TicketHistory } from "~/features/trip-tickets/ticket-history";
import { Pagination } from "~/ui/pagination";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";

export async function loader(args: LoaderFunctionArgs) {
  const id = parseId(args.params.jobId);
  const jobHistory = await callProcedure(getJobHistory, await createContext(args), {
    id,
    page: parsePage(args.request.url),
  });
  return { id, ...jobHistory, pageSize: HISTORY_PAGE_SIZE };
}

export default function History() {
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
