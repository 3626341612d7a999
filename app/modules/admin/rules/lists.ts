import { z } from "zod";
import { createTrimmedTextSchema } from "~/lib/text/input";
import { createFilterReader } from "~/lib/text/unreadable-filter";
import { pagingParams } from "~/web/paging";

/** Number of rows on a page of an admin list. */
export const ADMIN_PAGE_SIZE = 15;

const SORTS = ["newest", "name"] as const;

/** Create the input shared by all admin lists: a part of a name or number, a filter, and a sort order. */
export const createAdminListInput = <const Show extends readonly [string, ...string[]]>(show: Show) => ({
  q: createTrimmedTextSchema(100).default(""),
  show: z.enum(show).optional(),
  sort: z.enum(SORTS).default("newest"),
  ...pagingParams,
});

export const COMPANY_FILTERS = ["all", "joined", "contacts", "trials", "deleted"] as const;
export const USER_FILTERS = ["all", "super", "disabled", "nowhere"] as const;
export const JOB_FILTERS = ["all", "active", "inactive", "deleted"] as const;

export const LEAD_FILTERS = ["waiting", "answered", "all"] as const;

export const SUPPORT_FILTERS = ["waiting", "answered", "closed", "all"] as const;
export const SUBSCRIPTION_FILTERS = ["all", "live", "trouble", "ending", "ended", "given"] as const;

export const COMPANY_FILTER_LABELS: Record<(typeof COMPANY_FILTERS)[number], string> = {
  all: "All companies",
  joined: "With their own people",
  contacts: "Contacts that haven't joined",
  trials: "A feature that expires",
  deleted: "Deleted",
};
export const USER_FILTER_LABELS: Record<(typeof USER_FILTERS)[number], string> = {
  all: "Everyone",
  super: "Super users",
  disabled: "Disabled",
  nowhere: "Not in a company",
};
export const JOB_FILTER_LABELS: Record<(typeof JOB_FILTERS)[number], string> = {
  all: "All jobs",
  active: "Active",
  inactive: "Inactive",
  deleted: "Deleted",
};

export const SUBSCRIPTION_FILTER_LABELS: Record<(typeof SUBSCRIPTION_FILTERS)[number], string> = {
  all: "All subscriptions",
  live: "Active",
  trouble: "Not paid",
  ending: "Ending",
  ended: "Ended",
  given: "Plan given",
};

export const SUPPORT_FILTER_LABELS: Record<(typeof SUPPORT_FILTERS)[number], string> = {
  waiting: "Waiting for an answer",
  answered: "Answered",
  closed: "Closed",
  all: "All conversations",
};

export const LEAD_FILTER_LABELS: Record<(typeof LEAD_FILTERS)[number], string> = {
  waiting: "Waiting for an answer",
  answered: "Answered",
  all: "All leads",
};

/** Parse a list's query from a URL, with the parts that can't be read. */
export function parseAdminListQuery<Show extends string>(url: string, shows: readonly Show[]) {
  const { searchParams } = new URL(url);
  const page = searchParams.get("page") ?? "";
  const { choice, unreadable } = createFilterReader(url);
  return {
    q: (searchParams.get("q") ?? "").slice(0, 100),
    show: choice("show", "Show", shows),
    sort: choice("sort", "Order", SORTS),
    page: /^\d{1,5}$/.test(page) ? Number(page) : 0,
    unreadable,
  };
}

/** Read a page of a list; a number past the end returns the last page. */
export async function readListPage<T extends { meta: { total: number } }>(
  page: number,
  read: (part: { take: number; skip: number }) => Promise<T>,
): Promise<{ list: T; page: number }> {
  const at = (n: number) => ({ take: ADMIN_PAGE_SIZE, skip: n * ADMIN_PAGE_SIZE });
  const list = await read(at(page));
  const last = Math.max(0, Math.ceil(list.meta.total / ADMIN_PAGE_SIZE) - 1);
  return page > last ? { list: await read(at(last)), page: last } : { list, page };
}
