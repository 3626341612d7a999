import type { Expectations } from "../../../../e2e/support/expectations";
import { ANY_COMPANY, API_SIGNED_IN, GET_NOT_ALLOWED, SIGNED_IN } from "../../../../e2e/support/rows";

const WORDS = { title: "Gate code", message: "The gate's code is 4711 from Monday." };

/** Unsubscribe link of a nonexistent user, signed with the test key. */
const STOP = "/unsubscribe/daily~987654~yp1lx1W9pmurfjtkK87cNA";

/** A browser with the public key of RFC 8291's example. */
const DEVICE = {
  endpoint: "https://updates.push.services.mozilla.com/wpush/v2/a-browser",
  keys: {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
};

/**
 * Test expectations for notifications: an inbox belongs to one person, so ids of other people's notifications don't
 * occur.
 */
export const expectations: Expectations = {
  answers: {
    "/notifications": SIGNED_IN,
    "/notifications/new": ANY_COMPANY,
    "/notifications/reading": { else: 302 },
    "/notifications/:notificationId/dismissal": { else: 302 },
    "/notifications/:notificationId/opening": { else: 302 },
    "/notifications/:notificationId/reading": { else: 302 },
    "/notifications/:notificationId/restoral": { else: 302 },
    "/api/notifications": API_SIGNED_IN,
    "/api/notifications/unread": API_SIGNED_IN,
    "/api/notifications/read": GET_NOT_ALLOWED,
    "/api/notifications/:notification_id": GET_NOT_ALLOWED,
    "/api/notifications/:notification_id/restoral": GET_NOT_ALLOWED,
    "/profile/notifications": SIGNED_IN,
    "/profile/notifications/devices/:deviceId/removal": { else: 302 },
    "/unsubscribe/:token": { else: 404 },
    // An API key is not a person and gets no notifications.
    "/api/notification-preferences": { ...API_SIGNED_IN, key: 404 },
    "/api/push-subscriptions": { ...API_SIGNED_IN, key: 404 },
    "/api/push-subscriptions/:push_subscription_id": GET_NOT_ALLOWED,
  },
  params: {
    notificationId: "987654",
    notification_id: "987654",
    deviceId: "987654",
    push_subscription_id: "987654",
  },
  bodies: {
    createNotification: { ...WORDS, company_id: 987654 },
    readAllNotifications: {},
    readNotification: { is_read: true },
    dismissNotification: {},
    restoreNotification: {},
    savePreferences: { preferences: [{ notification_type_id: 8, mail: "no" }] },
    addDevice: { endpoint: "https://127.0.0.1/push", keys: DEVICE.keys },
    removeDevice: {},
  },
  good: {
    createNotification: { ...WORDS, company_id: 1 },
    readAllNotifications: { up_to: 987654 },
    readNotification: { is_read: true },
    dismissNotification: {},
    restoreNotification: {},
    savePreferences: { preferences: [{ notification_type_id: 7, in_app: true, mail: "now", push: true }] },
    addDevice: DEVICE,
    removeDevice: {},
  },
  pages: {
    nobody: [STOP],
    manager: ["/notifications", "/notifications/new", "/profile/notifications"],
  },
  alike: { hauler: ["/notifications?show=all"], mill: ["/notifications?show=dismissed&type=7"] },
  forms: { manager: ["/notifications/new", "/profile/notifications"] },
  shots: [
    { name: "notifications", as: "manager", path: "/notifications" },
    { name: "notifications-new", as: "manager", path: "/notifications/new" },
    { name: "notification-ways", as: "manager", path: "/profile/notifications" },
  ],
};
