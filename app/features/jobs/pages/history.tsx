import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getJobHistory, HISTORY_PAGE_SIZE } from "~/features/jobs/history.server";
import { pageOf } from "~/features/jobs/page-of";
import { TicketHistory } from "~/features/trip-tickets/ticket-history";
import { Pagination } from "~/ui/pagination";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf } from "~/web/respond.server";

export async function loader(args: LoaderFunctionArgs) {
  const id = idOf(args.params.jobId);
  const found = await call(getJobHistory, await context(args), { id, page: pageOf(args.request.url) });
  return { id, ...found, pageSize: HISTORY_PAGE_SIZE };
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
