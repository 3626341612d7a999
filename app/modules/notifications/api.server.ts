import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { createNotification } from "./data/compose.server";
import { addPushDevice, listPushDevices, removePushDevice } from "./data/devices.server";
import { listPreferences, savePreferences } from "./data/preferences.server";
import {
  dismissNotification,
  getUnreadCount,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  restoreNotification,
} from "./shared/inbox.server";

export const about: ApiSection = "Notifications";

/** API calls for the caller's own notifications. */
export const calls: ApiCalls = {
  "GET /api/notifications": {
    summary: "Read your notifications, newest first",
    procedure: listNotifications,
  },
  "POST /api/notifications": {
    summary: "Write to your people, or to those on a job",
    procedure: createNotification,
    status: 201,
  },
  "GET /api/notifications/unread": {
    summary: "Count what you haven't read",
    procedure: getUnreadCount,
    polled: { every: 60, by: ["unread", "newest"] },
  },
  "POST /api/notifications/read": {
    summary: "Mark all as read, up to one of them",
    procedure: markAllNotificationsRead,
  },
  "PUT /api/notifications/{notification_id}": {
    summary: "Mark a notification as read",
    procedure: markNotificationRead,
  },
  "DELETE /api/notifications/{notification_id}": {
    summary: "Dismiss a notification",
    procedure: dismissNotification,
  },
  "GET /api/notification-preferences": {
    summary: "Read how you're notified of each kind of news",
    procedure: listPreferences,
  },
  "PUT /api/notification-preferences": {
    summary: "Choose how you're notified of some kinds of news",
    procedure: savePreferences,
  },
  "GET /api/push-subscriptions": {
    summary: "Read the devices that show your notifications",
    procedure: listPushDevices,
  },
  "POST /api/push-subscriptions": {
    summary: "Show your notifications on a device",
    procedure: addPushDevice,
    status: 201,
  },
  "DELETE /api/push-subscriptions/{push_subscription_id}": {
    summary: "Stop showing your notifications on a device",
    procedure: removePushDevice,
  },
  "POST /api/notifications/{notification_id}/restoral": {
    summary: "Put a dismissed notification back",
    procedure: restoreNotification,
  },
};
