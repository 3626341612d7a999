import { accessSync, constants, mkdirSync } from "node:fs";
import { CannotOpen } from "#db/database";
import { checkSchema } from "#db/schema-check.server";
import { watchSite } from "~/features/admin/alarms.server";
import { pullSubscriptions, takeSubscriptionEvent } from "~/features/billing/events.server";
import { carryOutAct } from "~/features/bulk/runner.server";
import { sweepOldExports, writeExport } from "~/features/exports/runs.server";
import { pullCards, takeAccountEvent } from "~/features/invoices/card-events.server";
import { carryOutImport } from "~/features/load-imports/runner.server";
import { sendDigests } from "~/features/notifications/digest.server";
import { watchOwnerReports } from "~/features/owner-links/notices.server";
import { makeStatements } from "~/features/settlements/run.server";
import { countSite } from "~/features/skynet/counts.server";
import { freshWeather, keepWeatherFresh } from "~/features/weather/refresh.server";
import { app } from "~/web/app.server";
import { enterCostlyLine, isCostly } from "~/web/costly-requests.server";
import { env } from "~/web/env.server";
import { log } from "~/web/log.server";
import { pageRoutes } from "~/web/page-routes";
import { KEPT_HEADERS } from "~/web/revisit";
import { isAway } from "~/web/unavailable.server";
import { visitor } from "~/web/visitor.server";
import { anchorChains } from "./core/anchors/anchor.server";
import { sweepOwnStore } from "./core/files/settle.server";
import { storeName } from "./core/files/store.server";
import { sendPush } from "./core/notices/push.server";
import { tellPeople } from "./core/notices/tell.server";
import { closeMailer } from "./core/outbox/senders.server";
import { sendMail, sendText } from "./core/outbox/sending.server";
import { watchOverOutbox } from "./core/outbox/watch.server";
import { findUnpriced, priceJobAgain, priceMoved } from "./core/settling/reprice.server";
import { payingHosts } from "./core/stripe/client.server";
import { closeCardPages } from "./core/stripe/close-pages.server";
import { startQueue } from "./core/work/queue.server";
import { sweepOver } from "./core/work/sweeping.server";
import type { Work } from "./core/work/work.server";
import { roomOf } from "./room";

function requireWritableFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch {
    throw new CannotOpen(
      `FILES_DIR: nothing can be written to ${folder}. Check that it exists and whose it is.`,
    );
  }
}

/** Open the database and hold its schema against this build's. Where that cannot be done, say why and end the process. */
async function open() {
  try {
    requireWritableFolder(env().FILES_DIR);
    const running = await app();
    await checkSchema(running.db.read).catch((error: unknown) => {
      // A server elsewhere may come later than this one; /readyz says when.
      if (!isAway(error)) throw error;
      log.warn("the database does not answer yet, so its schema has not been checked");
    });
    return running;
  } catch (error) {
    if (error instanceof CannotOpen) log.fatal(error.message);
    else log.fatal({ err: error }, "the database cannot be opened");
    process.exit(1);
  }
}

/** All kinds of work that this program does from the queue. */
const WORK: readonly Work[] = [
  carryOutAct,
  carryOutImport,
  writeExport,
  makeStatements,
  sendMail,
  sendText,
  tellPeople,
  sendPush,
  sendDigests,
  sweepOver,
  sweepOwnStore,
  sweepOldExports,
  watchOverOutbox,
  priceJobAgain,
  priceMoved,
  findUnpriced,
  freshWeather,
  keepWeatherFresh,
  pullSubscriptions,
  countSite,
  watchOwnerReports,
  anchorChains,
  pullCards,
  closeCardPages,
  watchSite,
];

/** Start what runs beside the requests, which is the queue; the answer stops it and waits for what is under way. */
function startBeside(): () => Promise<void> {
  const stopQueue = startQueue(WORK, storeName);
  return async () => {
    await stopQueue(10_000);
    closeMailer();
  };
}

/** What programs elsewhere post to, signed over its very bytes, by address. */
const raw = { "/stripe/events": takeSubscriptionEvent, "/stripe/account-events": takeAccountEvent };

/**
 * What the server asks of the program. It is part of the build, so a process has one copy of everything: one database,
 * one log, one queue.
 */
export const program = {
  env,
  log,
  open,
  startBeside,
  pageRoutes,
  roomOf,
  visitor,
  kept: KEPT_HEADERS,
  raw,
  payingHosts,
  isCostly,
  enterCostlyLine,
};
export type Program = typeof program;
export type { FirstStyles } from "~/web/first-styles";
export type { Revisit } from "~/web/revisit";
