import type { Asked } from "../../../../e2e/support/asked";
import { API_KNOWN, COMPANY, NO_GET, SIGNED_IN } from "../../../../e2e/support/rows";

const WORDS = { title: "Gate code", message: "The gate's code is 4711 from Monday." };

/** What tests ask of notifications: each person has an inbox of their own, so nobody else's number is there. */
export const asked: Asked = {
  answers: {
    "/notifications": SIGNED_IN,
    "/notifications/new": COMPANY,
    "/notifications/reading": { else: 302 },
    "/notifications/:notificationId/dismissal": { else: 302 },
    "/notifications/:notificationId/opening": { else: 302 },
    "/notifications/:notificationId/reading": { else: 302 },
    "/notifications/:notificationId/restoral": { else: 302 },
    "/api/notifications": API_KNOWN,
    "/api/notifications/unread": API_KNOWN,
    "/api/notifications/read": NO_GET,
    "/api/notifications/:notification_id": NO_GET,
    "/api/notifications/:notification_id/restoral": NO_GET,
  },
  params: { notificationId: "987654", notification_id: "987654" },
  bodies: {
    createNotification: { ...WORDS, company_id: 987654 },
    readAllNotifications: {},
    readNotification: { is_read: true },
    dismissNotification: {},
    restoreNotification: {},
  },
  good: {
    createNotification: { ...WORDS, company_id: 1 },
    readAllNotifications: { up_to: 987654 },
    readNotification: { is_read: true },
    dismissNotification: {},
    restoreNotification: {},
  },
  pages: { manager: ["/notifications", "/notifications/new"] },
  alike: { hauler: ["/notifications?show=all"], mill: ["/notifications?show=dismissed&type=7"] },
  forms: { manager: ["/notifications/new"] },
  shots: [
    { name: "notifications", as: "manager", path: "/notifications" },
    { name: "notifications-new", as: "manager", path: "/notifications/new" },
  ],
};
