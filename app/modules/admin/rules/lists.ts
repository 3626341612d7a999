import { z } from "zod";
import { trimmedField } from "~/lib/text/input";
import { paging } from "~/web/paging";

/** Rows of a page of the admin's lists. */
export const ADMIN_PAGE = 15;

/** Input shared by all admin lists: a part of a name or number, a filter, and a sort order. */
export const adminListInput = <const Show extends readonly [string, ...string[]]>(show: Show) => ({
  q: trimmedField(100).default(""),
  show: z.enum(show).optional(),
  sort: z.enum(["newest", "name"]).default("newest"),
  ...paging,
});

export const COMPANY_SHOW = ["all", "joined", "contacts", "trials", "deleted"] as const;
export const USER_SHOW = ["all", "super", "disabled", "nowhere"] as const;
export const JOB_SHOW = ["all", "active", "inactive", "deleted"] as const;

export const LEAD_SHOW = ["waiting", "answered", "all"] as const;

export const SUPPORT_SHOW = ["waiting", "answered", "closed", "all"] as const;
export const SUBSCRIPTION_SHOW = ["all", "live", "trouble", "ending", "ended", "given"] as const;

export const COMPANY_SHOWN: Record<(typeof COMPANY_SHOW)[number], string> = {
  all: "All companies",
  joined: "With their own people",
  contacts: "Contacts that haven't joined",
  trials: "A feature that expires",
  deleted: "Deleted",
};
export const USER_SHOWN: Record<(typeof USER_SHOW)[number], string> = {
  all: "Everyone",
  super: "Super users",
  disabled: "Disabled",
  nowhere: "Not in a company",
};
export const JOB_SHOWN: Record<(typeof JOB_SHOW)[number], string> = {
  all: "All jobs",
  active: "Active",
  inactive: "Inactive",
  deleted: "Deleted",
};

export const SUBSCRIPTION_SHOWN: Record<(typeof SUBSCRIPTION_SHOW)[number], string> = {
  all: "All subscriptions",
  live: "Active",
  trouble: "Not paid",
  ending: "Ending",
  ended: "Ended",
  given: "Plan given",
};

export const SUPPORT_SHOWN: Record<(typeof SUPPORT_SHOW)[number], string> = {
  waiting: "Waiting for an answer",
  answered: "Answered",
  closed: "Closed",
  all: "All conversations",
};

export const LEAD_SHOWN: Record<(typeof LEAD_SHOW)[number], string> = {
  waiting: "Waiting for an answer",
  answered: "Answered",
  all: "All leads",
};

/** Parse a list's query from a URL; invalid values are ignored. */
export function parseAdminListQuery<Show extends string>(url: string, shows: readonly Show[]) {
  const { searchParams } = new URL(url);
  const page = searchParams.get("page") ?? "";
  return {
    q: (searchParams.get("q") ?? "").slice(0, 100),
    show: shows.find((show) => show === searchParams.get("show")),
    sort: searchParams.get("sort") === "name" ? ("name" as const) : undefined,
    page: /^\d{1,5}$/.test(page) ? Number(page) : 0,
  };
}

/** Page of a list; a number past the end returns the last page. */
export async function readListPage<T extends { meta: { total: number } }>(
  page: number,
  read: (part: { take: number; skip: number }) => Promise<T>,
): Promise<{ list: T; page: number }> {
  const at = (n: number) => ({ take: ADMIN_PAGE, skip: n * ADMIN_PAGE });
  const list = await read(at(page));
  const last = Math.max(0, Math.ceil(list.meta.total / ADMIN_PAGE) - 1);
  return page > last ? { list: await read(at(last)), page: last } : { list, page };
}
