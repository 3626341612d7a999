import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { formatInstant } from "~/lib/time/time";
import { PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { getHealth } from "../data/health.server";
import { type HealthLine, HealthList } from "../ui/health-list";

export const meta: MetaFunction = () => [{ title: "Health · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const health = await callProcedure(getHealth, ctx, {});
  const when = (instant: string | null) => (instant ? formatInstant(instant, ctx.actor.zone, ctx.now) : null);
  // Check whether the server's own database replica, if it has one, is up to date.
  const copy = ctx.db.freshness ? ((await ctx.db.catchUp()) ? "current" : "behind") : null;
  return {
    ...health,
    copy,
    work: { ...health.work, due: when(health.work.due), overdue: isOverdue(health.work.due, ctx.now) },
    outbox: { ...health.outbox, since: when(health.outbox.since) },
    support: { ...health.support, since: when(health.support.since) },
    anchor: health.anchor && { ...health.anchor, at: when(health.anchor.at) },
    leads: { ...health.leads, since: when(health.leads.since) },
    backup: health.backup && { ...health.backup, at: when(health.backup.at) },
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
        ? `${formatCount(h.work.lost, "task")} given up, ${h.work.open} waiting`
        : `${formatCount(h.work.open, "task")} waiting, ${h.work.failing} tried and failed so far`,
      more: h.work.overdue
        ? `The next was due ${h.work.due}, and it hasn't started. Is a server running?`
        : null,
    },
    {
      label: "Mail and text messages",
      href: "/admin/outbox",
      bad: h.outbox.late > 0 || h.outbox.stuck > 0 || !h.sends.mail,
      text: h.outbox.stuck
        ? `${formatCount(h.outbox.stuck, "message")} given up or held, ${h.outbox.waiting} waiting`
        : `${formatCount(h.outbox.waiting, "message")} waiting`,
      more: h.outbox.late
        ? `${formatCount(h.outbox.late, "message")} waiting for more than an hour, the oldest since ${h.outbox.since}.`
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
      more: `In a window of ${formatCount(h.sign_ins.minutes, "minute")}.`,
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
      text: `${formatCount(h.support.waiting, "question")} waiting for an answer`,
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
        ? `${formatCount(h.slow_exports, "export")} under way for more than 15 minutes`
        : "Nothing is stuck",
    },
    {
      label: "Services elsewhere",
      bad: h.facts.length > 0,
      text: h.facts.length
        ? `${formatCount(h.facts.length, "thing")} not answered`
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

/** Health of the site, problems first. */
export default function Health() {
  const lines = linesOf(useLoaderData<typeof loader>());
  const bad = lines.filter((line) => line.bad);
  return (
    <>
      <PageHead
        title={
          bad.length ? `${formatCount(bad.length, "thing needs", "things need")} attention` : "All is well"
        }
      />
      <HealthList lines={[...bad, ...lines.filter((line) => !line.bad)]} />
    </>
  );
}
