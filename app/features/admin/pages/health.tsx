import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { count } from "~/domain/text/text";
import { formatInstant } from "~/domain/time/time";
import { getHealth } from "~/features/admin/health.server";
import { type HealthLine, HealthList } from "~/features/admin/health-list";
import { PageHead } from "~/ui/parts";
import { userContext } from "~/web/context.server";
import { call } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Health · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await userContext(args);
  const found = await call(getHealth, ctx, {});
  const when = (at: string | null) => (at ? formatInstant(at, ctx.actor.zone, ctx.now) : null);
  // Asks a server that reads a copy of its own whether the copy has all that was written.
  const copy = ctx.db.freshness ? ((await ctx.db.catchUp()) ? "current" : "behind") : null;
  return {
    ...found,
    copy,
    work: { ...found.work, due: when(found.work.due), overdue: isOverdue(found.work.due, ctx.now) },
    outbox: { ...found.outbox, since: when(found.outbox.since) },
    support: { ...found.support, since: when(found.support.since) },
    anchor: found.anchor && { ...found.anchor, at: when(found.anchor.at) },
    leads: { ...found.leads, since: when(found.leads.since) },
    backup: found.backup && { ...found.backup, at: when(found.backup.at) },
  };
}

const isOverdue = (due: string | null, now: Date) =>
  due !== null && now.getTime() - Date.parse(due) > 10 * 60_000;

type Health = ReturnType<typeof useLoaderData<typeof loader>>;

function linesOf(h: Health): HealthLine[] {
  const leaves = [h.sends.mail ? "mail" : "", h.sends.text ? "text" : ""].filter(Boolean).join(" and ");
  return [
    {
      label: "Work",
      href: "/admin/work",
      bad: h.work.lost > 0 || h.work.overdue,
      text: h.work.lost
        ? `${count(h.work.lost, "task")} given up, ${h.work.open} waiting`
        : `${count(h.work.open, "task")} waiting, ${h.work.failing} tried and failed so far`,
      more: h.work.overdue
        ? `The next was due ${h.work.due}, and it hasn't started. Is a server running?`
        : null,
    },
    {
      label: "Mail and text messages",
      href: "/admin/outbox",
      bad: h.outbox.late > 0 || h.outbox.stuck > 0 || !h.sends.mail,
      text: h.outbox.stuck
        ? `${count(h.outbox.stuck, "message")} given up or held, ${h.outbox.waiting} waiting`
        : `${count(h.outbox.waiting, "message")} waiting`,
      more: h.outbox.late
        ? `${count(h.outbox.late, "message")} waiting for more than an hour, the oldest since ${h.outbox.since}.`
        : leaves
          ? `This site sends ${leaves}.`
          : "This site doesn't send anything. Mail and texts aren't set up.",
    },
    {
      label: "This server's copy",
      bad: h.copy === "behind",
      text:
        h.copy === null
          ? "Reads and writes go to one place"
          : h.copy === "current"
            ? "Up to date"
            : "Behind: it couldn't reach the primary in time",
    },
    {
      label: "Last backup",
      bad: !h.backup || h.backup.old,
      text: h.backup?.at ?? "None found",
      more: h.backup
        ? `${h.backup.said}${h.backup.old ? " It is older than two days." : ""}`
        : "Run npm run db:backup to make one. Backups that a sqld makes aren't listed here.",
    },
    {
      label: "History anchor",
      href: "/admin/acts",
      bad: h.anchor?.old ?? false,
      text: h.anchor?.at ?? "None yet: the first is written soon after a server starts",
      more: h.anchor?.old ? "One is written each day. See why under Work." : null,
    },
    {
      label: "Refused sign-ins",
      href: "/admin/users",
      bad: h.sign_ins.stopped > 0,
      text: `${h.sign_ins.refused} refused, ${h.sign_ins.stopped} stopped for too many tries`,
      more: `In a window of ${count(h.sign_ins.minutes, "minute")}.`,
    },
    {
      label: "Requests for a subscription",
      href: "/admin/leads",
      bad: h.leads.late,
      text: `${h.leads.waiting} waiting for an answer`,
      more: h.leads.since ? `The oldest is from ${h.leads.since}.` : null,
    },
    {
      label: "Support",
      href: "/admin/support",
      bad: h.support.late,
      text: `${count(h.support.waiting, "question")} waiting for an answer`,
      more: h.support.since ? `The oldest is from ${h.support.since}.` : null,
    },
    {
      label: "Forms refused in a day",
      bad: false,
      text: h.refused_forms.toLocaleString("en-US"),
    },
    {
      label: "Exports",
      bad: h.slow_exports > 0,
      text: h.slow_exports
        ? `${count(h.slow_exports, "export")} under way for more than 15 minutes`
        : "Nothing is stuck",
    },
    {
      label: "Services elsewhere",
      bad: h.facts.length > 0,
      text: h.facts.length
        ? `${count(h.facts.length, "thing")} not answered`
        : "All of them answer, or none were asked",
      more:
        h.facts
          .map((f) => `${f.kind} ${f.key}: ${f.failures} tries, ${f.failure ?? "no reason"}`)
          .join("; ") || null,
    },
    {
      label: "Database",
      bad: false,
      text: h.bytes === null ? "Its size isn't known" : `${(h.bytes / 1_048_576).toFixed(1)} MB`,
    },
  ];
}

/** Whether the site is well, what is not on top. */
export default function Health() {
  const lines = linesOf(useLoaderData<typeof loader>());
  const bad = lines.filter((line) => line.bad);
  return (
    <>
      <PageHead
        title={bad.length ? `${count(bad.length, "thing needs", "things need")} attention` : "All is well"}
      />
      <HealthList lines={[...bad, ...lines.filter((line) => !line.bad)]} />
    </>
  );
}
