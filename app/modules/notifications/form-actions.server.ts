import { definePost, type PostsByAddress } from "~/web/post.server";
import { removePushDevice } from "./data/devices.server";
import type { pages } from "./pages";
import {
  dismissNotification,
  markAllNotificationsRead,
  markNotificationRead,
  openNotification,
  restoreNotification,
} from "./shared/inbox.server";

const fixed = { notification_id: "notificationId" };

/** Form actions for notifications. */
export const posts: PostsByAddress<typeof pages> = {
  "/notifications/reading": definePost(markAllNotificationsRead),
  "/notifications/:notificationId/dismissal": definePost(dismissNotification, {
    fixed,
    sorry: "Sorry, there was an error dismissing the notification",
  }),
  "/notifications/:notificationId/opening": definePost(openNotification, { fixed, to: ({ path }) => path }),
  "/notifications/:notificationId/reading": definePost(markNotificationRead, { fixed }),
  "/profile/notifications/devices/:deviceId/removal": definePost(removePushDevice, {
    fixed: { push_subscription_id: "deviceId" },
  }),
  "/notifications/:notificationId/restoral": definePost(restoreNotification, { fixed }),
};
