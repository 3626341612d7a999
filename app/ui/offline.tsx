import { useSyncExternalStore } from "react";

function subscribe(changed: () => void) {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
}

/** Say that the connection is lost, for as long as it is. Without JavaScript, nothing is shown. */
export function OfflineLine() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className="signal">
      {online ? null : <p className="offline">You're offline. Showing the last saved version.</p>}
    </div>
  );
}
