// What shows news while no page is open. It keeps nothing and answers for no page.
self.addEventListener("push", (event) => {
  const { title, path } = event.data ? event.data.json() : { title: "Timbertally", path: "/notifications" };
  event.waitUntil(
    self.registration.showNotification(title, { data: { path }, icon: "/icon.svg", tag: path }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { path } = event.notification.data;
  event.waitUntil(self.clients.openWindow(new URL(path, self.location.origin).href));
});
