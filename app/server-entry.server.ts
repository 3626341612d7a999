import { DatabaseOpenError } from "#db/database";
import { checkSchema } from "#db/schema-check.server";
import { anchorChainsJob } from "~/lib/audit-anchors/anchor.server";
import { sweepFilesJob } from "~/lib/files/commit-upload.server";
import { readStoreName, requireWritableFolder } from "~/lib/files/store.server";
import { closeMailConnections } from "~/lib/mail/senders.server";
import { sendMailTask, sendTextTask } from "~/lib/mail/sending.server";
import { checkOutboxJob } from "~/lib/mail/watch.server";
import { startQueue } from "~/lib/queue/queue.server";
import { deleteFinishedItemsTask } from "~/lib/queue/sweeping.server";
import type { Task } from "~/lib/queue/work.server";
import { checkSiteTask } from "~/modules/admin/shared/alarms.server";
import { countSiteTask } from "~/modules/admin/shared/counts.server";
import {
  handleSubscriptionEvent,
  pullSubscriptionsTask,
} from "~/modules/billing/shared/billing-events.server";
import { listPaymentHosts } from "~/modules/billing/shared/client.server";
import { closeCardPagesTask } from "~/modules/billing/shared/close-pages.server";
import { deleteOldExportsTask, writeExportTask } from "~/modules/exports/shared/runs.server";
import { acceptAccountEvent, syncCardPaymentsTask } from "~/modules/invoices/shared/card-events.server";
import { importLoadsTask } from "~/modules/load-imports/shared/runner.server";
import { sendDigestsTask } from "~/modules/notifications/shared/digest.server";
import { sendPushTask } from "~/modules/notifications/shared/push.server";
import { deliverNotificationsTask } from "~/modules/notifications/shared/tell.server";
import { ownerReportsTask } from "~/modules/owner-links/shared/notices.server";
import {
  findUnpricedTask,
  repriceJobTask,
  repricePaidToOtherTask,
} from "~/modules/settlements/shared/reprice.server";
import { makeStatementsTask } from "~/modules/settlements/shared/run.server";
import { bulkActionTask } from "~/modules/trip-tickets/shared/runner.server";
import { refreshStaleWeatherTask, refreshWeatherTask } from "~/modules/weather/shared/refresh.server";
import { getApp } from "~/web/app.server";
import { isCostlyRequest, waitForCostlySlot } from "~/web/costly-requests.server";
import { env } from "~/web/env.server";
import { log } from "~/web/log.server";
import { getLogIdentity } from "~/web/log-identity.server";
import { pickPageRoutes } from "~/web/page-routes";
import { PRIVATE_CACHE_HEADERS } from "~/web/revisit";
import { isUnreachable } from "~/web/unavailable.server";
import { getMaxUploadBytes } from "./upload-limits";

/** Open the database and compare its schema with this build's. If that fails, log the reason and end the process. */
async function open() {
  try {
    requireWritableFolder(env().FILES_DIR);
    const running = await getApp();
    await checkSchema(running.db.read).catch((error: unknown) => {
      // A remote server may start later than this one; /readyz reports when.
      if (!isUnreachable(error)) throw error;
      log.warn("the database does not answer yet, so its schema has not been checked");
    });
    return running;
  } catch (error) {
    if (error instanceof DatabaseOpenError) log.fatal(error.message);
    else log.fatal({ err: error }, "the database cannot be opened");
    process.exit(1);
  }
}

/** All kinds of work that this program runs from the queue. */
const WORK: readonly Task[] = [
  bulkActionTask,
  importLoadsTask,
  writeExportTask,
  makeStatementsTask,
  sendMailTask,
  sendTextTask,
  deliverNotificationsTask,
  sendPushTask,
  sendDigestsTask,
  deleteFinishedItemsTask,
  sweepFilesJob,
  deleteOldExportsTask,
  checkOutboxJob,
  repriceJobTask,
  repricePaidToOtherTask,
  findUnpricedTask,
  refreshWeatherTask,
  refreshStaleWeatherTask,
  pullSubscriptionsTask,
  countSiteTask,
  ownerReportsTask,
  anchorChainsJob,
  syncCardPaymentsTask,
  closeCardPagesTask,
  checkSiteTask,
];

/** Start the background work, which is the queue; the returned function stops it and waits for work under way. */
function startBackgroundWork(): () => Promise<void> {
  const stopQueue = startQueue(WORK, readStoreName);
  return async () => {
    await stopQueue(10_000);
    closeMailConnections();
  };
}

/** Handlers of posts from external programs, by address; each post is signed over its exact bytes. */
const webhooks = { "/stripe/events": handleSubscriptionEvent, "/stripe/account-events": acceptAccountEvent };

/**
 * Interface between the program and the server. It is part of the build, so a process has one copy of everything: one
 * database, one log, one queue.
 */
export const program = {
  env,
  log,
  open,
  startBackgroundWork,
  pageRoutes: pickPageRoutes,
  getMaxUploadBytes,
  getLogIdentity,
  privateCacheHeaders: PRIVATE_CACHE_HEADERS,
  webhooks,
  listPaymentHosts,
  isCostly: isCostlyRequest,
  enterCostlyLine: waitForCostlySlot,
};
export type Program = typeof program;
export type { InlineStylesSource } from "~/web/first-styles";
export type { BrowserCacheState } from "~/web/revisit";
