import { type PostsByAddress, post } from "~/web/post.server";
import { removeDevice } from "./data/devices.server";
import type { pages } from "./pages";
import {
  dismissNotification,
  openNotification,
  readAllNotifications,
  readNotification,
  restoreNotification,
} from "./shared/inbox.server";

const fixed = { notification_id: "notificationId" };

/** Small forms for notifications. */
export const posts: PostsByAddress<typeof pages> = {
  "/notifications/reading": post(readAllNotifications),
  "/notifications/:notificationId/dismissal": post(dismissNotification, {
    fixed,
    sorry: "Sorry, there was an error dismissing the notification",
  }),
  "/notifications/:notificationId/opening": post(openNotification, { fixed, to: ({ path }) => path }),
  "/notifications/:notificationId/reading": post(readNotification, { fixed }),
  "/profile/notifications/devices/:deviceId/removal": post(removeDevice, {
    fixed: { push_subscription_id: "deviceId" },
  }),
  "/notifications/:notificationId/restoral": post(restoreNotification, { fixed }),
};
