import type { Pages } from "~/web/page";

export const pages = {
  "/notifications": {
    page: "notifications.tsx",
    menu: { label: "Notifications", place: 110, icon: "bell", foot: true, for: "everyone", counts: "unread" },
  },
  "/notifications/new": { page: "new-notification.tsx" },
  "/notifications/reading": { post: "/notifications" },
  "/notifications/:notificationId": { listed: "/notifications" },
  "/notifications/:notificationId/dismissal": { post: "/notifications" },
  "/notifications/:notificationId/opening": { post: "/notifications" },
  "/notifications/:notificationId/reading": { post: "/notifications" },
  "/notifications/:notificationId/restoral": { post: "/notifications" },
  "/profile/notifications": { page: "preferences.tsx" },
  "/profile/notifications/devices": { listed: "/profile/notifications" },
  "/profile/notifications/devices/:deviceId": { listed: "/profile/notifications" },
  "/profile/notifications/devices/:deviceId/removal": { post: "/profile/notifications" },
  "/unsubscribe/:token": { page: "unsubscribe.tsx", bare: true },
} satisfies Pages;
