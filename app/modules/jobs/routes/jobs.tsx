import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { createFilterReader } from "~/lib/text/unreadable-filter";
import { createJobThumbnails } from "~/modules/maps/shared/job-thumb.server";
import { Icon } from "~/ui/icon";
import { buildPageHref, Pagination } from "~/ui/pagination";
import { ButtonLink, DetailBox, EmptyState, PageHead } from "~/ui/parts";
import { UnreadableFilter } from "~/ui/unreadable-filter";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { createListCookie } from "~/web/last-list.server";
import { paths } from "~/web/paths";
import { toReadContext } from "~/web/visible.server";
import { JOB_STATUS } from "../rules/job-status";
import { parsePage } from "../rules/page-of";
import { SUBSCRIPTION_NEEDED } from "../setup/rules/premium";
import { ResumeBanner } from "../setup/ui/resume-banner";
import { JOB_SORTS, JOBS_PAGE_SIZE, listJobs } from "../shared/list.server";
import { getSetupOffer } from "../shared/offer.server";
import { getSampleJob } from "../shared/sample.server";
import { JobTable } from "../ui/job-table";
import { JobTabs } from "../ui/job-tabs";

export const meta: MetaFunction = () => [{ title: "Jobs · Timbertally" }];

const MAX_SEARCHED = 100;
const STATUSES = [String(JOB_STATUS.active), String(JOB_STATUS.inactive)];

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const part = (name: string) => (searchParams.get(name) ?? "").slice(0, MAX_SEARCHED);
  const sort = JOB_SORTS.find((s) => s === searchParams.get("sort"));
  const filter = createFilterReader(args.request.url);
  const status = filter.choice("status", "Status", STATUSES);
  const [name, contract_number] = [part("name"), part("contract_number")];
  const ctx = await createContext(args);
  const list = await callProcedure(listJobs, ctx, {
    page: parsePage(args.request.url),
    name: name || undefined,
    contract_number: contract_number || undefined,
    status_ids: status ? [Number(status)] : undefined,
    sort,
    descending: searchParams.has("descending") ? searchParams.get("descending") === "1" : undefined,
  });
  const query = new URLSearchParams();
  if (name) query.set("name", name);
  if (contract_number) query.set("contract_number", contract_number);
  if (status) query.set("status", status);
  if (sort) query.set("sort", sort);
  if (sort && list.descending) query.set("descending", "1");
  const seen = { query: buildPageHref("", query.toString(), list.page).slice(1), ids: [], more: false };
  const thumb = await createJobThumbnails(
    toReadContext(ctx).read,
    list.rows.flatMap((row) => row.place ?? []),
  );
  const page = {
    ...list,
    rows: list.rows.map(({ place, ...row }) => ({ ...row, thumb: place && thumb(place) })),
    ...(await callProcedure(getSetupOffer, ctx, {})),
    sample: (await callProcedure(getSampleJob, ctx, {})).sample,
    searched: { name, contract_number, status: status ?? "" },
    unreadable: filter.unreadable,
    query: query.toString(),
    pageSize: JOBS_PAGE_SIZE,
  };
  return data(page, { headers: createListCookie("jobs", ctx.actor, seen) });
}

export default function Jobs() {
  const {
    rows,
    counts,
    pending,
    total,
    page,
    pageSize,
    query,
    searched,
    sort,
    descending,
    setup,
    offer,
    sample,
    unreadable,
  } = useLoaderData<typeof loader>();
  const isSearched = Boolean(searched.name || searched.contract_number || searched.status);
  return (
    <div data-list="">
      <PageHead
        title="Jobs"
        actions={
          offer === "create" ? (
            <ButtonLink href="/jobs/create" tone="primary">
              <Icon name="plus" /> Create job
            </ButtonLink>
          ) : null
        }
      >
        <ResumeBanner setup={setup} />
      </PageHead>
      <div className="stack loose">
        {rows.length || isSearched ? <JobTabs counts={counts} searched={searched} /> : null}
        {pending.length ? (
          <DetailBox title="Invitations" full>
            <ul className="rows">
              {pending.map((job) => (
                <li key={job.id}>
                  <span>
                    <a href={paths.job(job.id)}>
                      <strong>{job.name}</strong>
                    </a>{" "}
                    <span className="soft small block">
                      {[job.requester, job.county, `from ${job.start}`].filter(Boolean).join(" · ")}
                    </span>
                  </span>{" "}
                  <span className="row">
                    <ButtonLink href={paths.job(job.id, "accept")} tone="primary">
                      Accept<span className="sr"> {job.name}</span>
                    </ButtonLink>
                    <ButtonLink href={paths.job(job.id, "decline")}>
                      Decline<span className="sr"> {job.name}</span>
                    </ButtonLink>
                  </span>
                </li>
              ))}
            </ul>
          </DetailBox>
        ) : null}
        {unreadable.length ? <UnreadableFilter parts={unreadable} /> : null}
        {!unreadable.length && (rows.length || isSearched) ? (
          <JobTable rows={rows} searched={searched} sort={sort} descending={descending} />
        ) : null}{" "}
        {!unreadable.length && rows.length === 0 ? (
          <EmptyState title="No jobs found">
            {isSearched ? (
              <ButtonLink href={paths.jobs}>Show all jobs</ButtonLink>
            ) : (
              <>
                <p className="soft">Jobs that your company requests, or is invited to, appear here.</p>
                {offer === "create" ? <ButtonLink href="/jobs/create">Create a job</ButtonLink> : null}
              </>
            )}
          </EmptyState>
        ) : null}
        {!unreadable.length && total > pageSize ? (
          <Pagination
            pathname={paths.jobs}
            query={query}
            page={page}
            pageSize={pageSize}
            total={total}
            noun="job"
          />
        ) : null}
        {sample ? (
          <p className="soft">
            Not in this list: <a href={paths.job(sample.id)}>{sample.name}</a>, for trying things out.
          </p>
        ) : null}
        {offer === "sales" ? (
          <p className="soft small">
            {SUBSCRIPTION_NEEDED}{" "}
            <a href="/contact-sales" data-dialog="main">
              Contact Sales
            </a>
          </p>
        ) : null}
      </div>
    </div>
  );
}
