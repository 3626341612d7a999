/**
 * Status line in which app/client/page-basics.ts shows that the connection is lost, until it returns. Empty without a
 * script.
 */
export function OfflineStatus() {
  return <div role="status" className="signal" data-signal />;
}
