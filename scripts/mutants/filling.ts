import type { Mutant } from "./mutant";

const LINE = "app/isolated/fair-line.ts";
const LINE_TESTS = ["app/isolated/fair-line.test.ts"];
const PICTURES = "app/core/files/picture-task.mjs";
const PIXELS = ["app/features/photos/pixel-bombs.server.test.ts"];
const STATEMENT = "app/features/reconcile/read-statement.server.ts";
const SHEETS = "app/features/reconcile/sheet-file.server.ts";
const BOMBS = ["app/features/reconcile/spreadsheet-bombs.server.test.ts"];
const QUOTA = "app/core/files/quota.server.ts";
const QUOTAS = ["app/core/files/quota.server.test.ts"];
const EXPORTS = "app/features/exports";

/** What would let one account take the time, the memory or the disk of everybody. */
export const filling: readonly Mutant[] = [
  {
    name: "isolated: an account runs as many jobs as there are places",
    file: LINE,
    find: "const ready = this.line.filter(({ account }) => !this.running.has(account));",
    put: "const ready = this.line;",
    tests: LINE_TESTS,
    title: "two jobs run at once, and one of an account",
  },
  {
    name: "isolated: who came first is served first, however often already",
    file: LINE,
    find: "this.lastTurn.set(first.account, this.turn);",
    put: "",
    tests: LINE_TESTS,
    title: "a free slot goes to the account that has waited longest",
  },
  {
    name: "isolated: one account fills the line",
    file: LINE,
    find: "if (this.line.filter((other) => other.account === account).length >= waitingPerAccount)",
    put: "if (false)",
    tests: LINE_TESTS,
    title: "the line has an end",
  },
  {
    name: "isolated: who sent a bomb sends the next at once",
    file: LINE,
    find: "if (stopped) this.rest(account);",
    put: "",
    tests: LINE_TESTS,
    title: "who sent a job that had to be stopped waits a minute",
  },
  {
    name: "isolated: a job takes as much memory as it likes",
    file: "app/isolated/run.server.ts",
    find: 'if (taken.megabytes > megabytes) end({ stopped: "memory" });\n      else if',
    put: "if",
    tests: PIXELS,
    title: "takes too much memory is refused",
  },
  {
    name: "isolated: a process runs a module from anywhere",
    file: "app/isolated/child.mjs",
    find: "if (!file.href.startsWith(folder.href))",
    put: "if (false)",
    tests: ["app/isolated/tasks.test.ts"],
    title: "nothing that lies outside of app/",
  },
  {
    name: "photos: any number of pixels is unpacked",
    file: PICTURES,
    find: "if (width * height > (whole ? MOST_PIXELS_WHOLE : MOST_PIXELS))",
    put: "if (false)",
    tests: PIXELS,
    title: "kinds that are unpacked whole have a smaller limit",
  },
  {
    name: "statements: a cell is looked at whole before it is cut",
    file: STATEMENT,
    find: "keepable(cell.slice(0, MOST_BEFORE_TRIM))",
    put: "keepable(cell)",
    tests: BOMBS,
    title: "a megabyte in a cell of every line",
  },
  {
    name: "statements: a spreadsheet is as wide as it likes",
    file: SHEETS,
    find: 'if (values.length > MAX_WIDTH) return "too large";',
    put: "",
    tests: BOMBS,
    title: "cells out at the last column",
  },
  {
    name: "statements: all cells together are as long as they like",
    file: STATEMENT,
    find: "if (text > MOST_TEXT) return { problem: WORDS[of].tooLarge };",
    put: "",
    tests: BOMBS,
    title: "text without end in few cells",
  },
  {
    name: "quota: an upload is counted only when it is there",
    file: QUOTA,
    find: "if (usage && usage.used + ours > usage.quota) throw full(usage.used, usage.quota);",
    put: "",
    tests: QUOTAS,
    title: "is stopped while it arrives",
  },
  {
    name: "quota: uploads under way do not know of each other",
    file: QUOTA,
    find: "usage.used + ours > usage.quota",
    put: "usage.used + taken > usage.quota",
    tests: QUOTAS,
    title: "files that arrive at the same moment",
  },
  {
    name: "quota: two commits take the room for one",
    file: QUOTA,
    find: " AND ${usedBy(acting.id)} <= ${quotaOf(acting.id)}",
    put: "",
    tests: QUOTAS,
    title: "two files that are saved at the same moment",
  },
  {
    name: "quota: a day has no end",
    file: QUOTA,
    find: "if (today + mine > env().FILE_DAILY_MB * MB) throw dayIsFull();",
    put: "",
    tests: QUOTAS,
    title: "a person's uploads in a day are limited",
  },
  {
    name: "disk: files are taken until nothing can be written",
    file: QUOTA,
    find: "if (free !== null && free < env().DISK_RESERVE_MB * MB) throw diskIsFull();",
    put: "",
    tests: QUOTAS,
    title: "on a disk that is nearly full",
  },
  {
    name: "limits: a procedure's own is not counted",
    file: "app/web/perform.server.ts",
    find: "if (procedure.limit)",
    put: "if (false)",
    tests: ["app/features/comments/comment-limit.server.test.ts"],
  },
  {
    name: "limits: forms are kept without end",
    file: "app/web/submissions.server.ts",
    find: 'if (actor.user || actor.keyName) countWork(actor, "text", Buffer.byteLength(body), now);',
    put: "",
    tests: ["app/features/comments/comment-limit.server.test.ts"],
    title: "forms that come to nothing",
  },
  {
    name: "exports: a company's runs go before everybody's",
    file: "app/core/work/claims.server.ts",
    find: "AND o.created_at > ?6 AND o.id < i.id)",
    put: "AND 0)",
    tests: [`${EXPORTS}/runs.server.test.ts`],
    title: "a company's first run comes before another's third",
  },
  {
    name: "exports: a company begins as many as it likes",
    file: `${EXPORTS}/exports.server.ts`,
    find: "if ((waiting?.n ?? 0) >= MOST_WAITING)",
    put: "if (false)",
    tests: [`${EXPORTS}/runs.server.test.ts`],
    title: "a company has five under way",
  },
];
