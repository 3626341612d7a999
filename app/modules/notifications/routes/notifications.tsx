import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { createFilterReader } from "~/lib/text/unreadable-filter";
import { shiftDay } from "~/lib/time/date-range";
import { formatDate, getDay } from "~/lib/time/time";
import { parsePage } from "~/modules/jobs/rules/page-of";
import { getNotificationName, NOTIFICATION_NAMES, NOTIFICATION_TYPE_IDS } from "../rules/notices";
import { INBOX_FILTERS } from "../rules/shows";
import { formatNotification } from "../shared/format-notification.server";
import { listNotifications, listOtherCompanyUnread } from "../shared/inbox.server";
import "~/styles/notifications.css";
import { SelectField } from "~/ui/field";
import { Pagination } from "~/ui/pagination";
import { ButtonLink, EmptyState, PageHead, Time } from "~/ui/parts";
import { UnreadableFilter } from "~/ui/unreadable-filter";
import { createUserContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";

export const meta: MetaFunction = () => [{ title: "Notifications · Timbertally" }];

const PAGE_SIZE = 15;
const SHOW_NAMES = { unread: "Unread", all: "All", dismissed: "Dismissed" } as const;
type Show = keyof typeof SHOW_NAMES;

/** Read the filter in the URL. */
function readFilter(url: string) {
  const { read, choice, unreadable } = createFilterReader(url);
  const show: Show = choice("show", "Show", INBOX_FILTERS) ?? "unread";
  const type = read("type", "About", (text) => NOTIFICATION_TYPE_IDS.find((id) => String(id) === text));
  return { show, type, page: parsePage(url), unreadable };
}

export async function loader(args: LoaderFunctionArgs) {
  const query = readFilter(args.request.url);
  const ctx = await createUserContext(args);
  const { show, type, page } = query;
  const [{ notifications, meta }, elsewhere] = await Promise.all([
    callProcedure(listNotifications, ctx, { show, type, take: PAGE_SIZE, skip: page * PAGE_SIZE }),
    callProcedure(listOtherCompanyUnread, ctx, {}),
  ]);
  return {
    ...query,
    query: new URL(args.request.url).search.slice(1),
    total: meta.total,
    elsewhere,
    may_write: Boolean(ctx.actor.company) && ctx.actor.permissions.notification.create,
    rows: notifications.map((n) => ({
      id: n.id,
      message: n.message,
      kind: getNotificationName(n.notification_type_id),
      day: dayWords(getDay(new Date(n.created_at), ctx.actor.zone), getDay(ctx.now, ctx.actor.zone)),
      leads: n.path !== null && n.path !== "/notifications",
      is_read: n.is_read,
      is_dismissed: n.is_dismissed,
      ...formatNotification(n, ctx.actor, ctx.now),
    })),
  };
}

/** Format a day as a heading: "Today", "Mon, Nov 16, 2026". */
const dayWords = (day: string, today: string) =>
  day === today ? "Today" : day === shiftDay(today, -1) ? "Yesterday" : formatDate(day);

/** Group rows by day, preserving their order. */
function byDay(rows: readonly Line[]) {
  const days: { day: string; rows: Line[] }[] = [];
  for (const row of rows) {
    const last = days.at(-1);
    if (last?.day === row.day) last.rows.push(row);
    else days.push({ day: row.day, rows: [row] });
  }
  return days;
}

const hrefOf = (show: Show, type?: number) => {
  const query = new URLSearchParams({
    ...(show === "unread" ? {} : { show }),
    ...(type ? { type: String(type) } : {}),
  }).toString();
  return query ? `/notifications?${query}` : "/notifications";
};

/** List of other people's actions that concern the user; each row links to its subject. */
export default function Notifications() {
  const { show, type, page, query, total, rows, elsewhere, may_write, unreadable } =
    useLoaderData<typeof loader>();
  const newest = rows[0];
  return (
    <div className="narrow stack">
      <PageHead
        title="Notifications"
        actions={
          <>
            <a href="/profile/notifications">What you hear about</a>{" "}
            {may_write ? <ButtonLink href="/notifications/new">Write one</ButtonLink> : null}
          </>
        }
      />
      <nav className="row" aria-label="Which notifications">
        {INBOX_FILTERS.map((item) => (
          <a
            key={item}
            href={hrefOf(item, type)}
            className="chip"
            aria-current={item === show ? "page" : undefined}
          >
            {`${SHOW_NAMES[item]} `}
          </a>
        ))}
      </nav>
      <search>
        <form className="row narrowing">
          {show === "unread" ? null : <input type="hidden" name="show" value={show} />}
          <SelectField
            field={{ name: "type", id: "type", defaultValue: String(type ?? "") }}
            label="About"
            empty="Everything"
            options={NOTIFICATION_TYPE_IDS.map((value) => ({ value, label: NOTIFICATION_NAMES[value] }))}
          />
          <button type="submit" className="button">
            Show
          </button>
        </form>
      </search>
      {elsewhere.map((other) => (
        <p key={other.id} className="soft">
          {other.unread} more at {other.name}. <a href="/companies">Change the company</a>
        </p>
      ))}
      <p className="error" role="alert" id="dismissal-failed" hidden />
      {unreadable.length ? (
        <UnreadableFilter parts={unreadable} />
      ) : rows.length ? (
        byDay(rows).map(({ day, rows: own }) => (
          <section key={`${day} ${own[0]?.id}`} className="days" aria-label={day}>
            <h2>{day}</h2>
            <ul className="notices">
              {own.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </ul>
          </section>
        ))
      ) : (
        <EmptyState
          title={show === "unread" ? "You've read everything" : "No notifications here"}
          next={show === "all" ? null : { href: hrefOf("all"), label: "Show all notifications" }}
        />
      )}
      <Pagination
        pathname="/notifications"
        query={query}
        page={page}
        pageSize={PAGE_SIZE}
        total={unreadable.length ? 0 : total}
        noun="notification"
      />
      {!unreadable.length && show === "unread" && newest && total > 1 ? (
        <form method="post" action="/notifications/reading">
          <input type="hidden" name="up_to" value={newest.id} />
          <button type="submit" className="button">
            Mark all read
          </button>
        </form>
      ) : null}
    </div>
  );
}

type Line = ReturnType<typeof useLoaderData<typeof loader>>["rows"][number];

function Row({ row }: { row: Line }) {
  const path = `/notifications/${row.id}`;
  const about = <span className="sr">: {row.title}</span>;
  return (
    <li className={row.is_read ? "read" : undefined}>
      <div className="grow">
        {row.leads ? (
          <form method="post" action={`${path}/opening`}>
            <button type="submit" className="title">
              {row.title}
            </button>
          </form>
        ) : (
          <strong>{row.title}</strong>
        )}
        <p className="said">{row.message}</p>
        <p className="soft small">
          {row.kind}, <Time {...row.when} />
          {row.is_read ? null : <span className="sr">, not read</span>}
        </p>
      </div>
      <div className="row">
        {row.is_dismissed ? (
          <form method="post" action={`${path}/restoral`}>
            <button type="submit" className="button">
              Put back{about}
            </button>
          </form>
        ) : (
          <>
            {row.is_read ? null : (
              <form method="post" action={`${path}/reading`}>
                <button type="submit" className="button">
                  Mark read{about}
                </button>
              </form>
            )}
            <form
              method="post"
              action={`${path}/dismissal`}
              data-vanish="dismissal-failed"
              data-failed="Sorry, there was an error dismissing the notification"
            >
              <button type="submit" className="button">
                Dismiss{about}
              </button>
            </form>
          </>
        )}
      </div>
    </li>
  );
}
