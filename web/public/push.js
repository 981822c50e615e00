/* Shows what is pushed to this browser, and opens the page when it is asked for. It keeps nothing and fetches nothing. */

self.addEventListener("push", (event) => {
  const told = event.data ? event.data.json() : {};
  const options = { body: told.text, data: told.link, tag: told.link, icon: "/favicon.ico" };
  event.waitUntil(self.registration.showNotification(told.title || "Ardennes", options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const link = String(event.notification.data || "/");
  if (new URL(link, self.location.origin).origin === self.location.origin) event.waitUntil(self.clients.openWindow(link));
});
