/**
 * Line in which app/client/page-basics.ts shows that the signal is lost, as long as it is. Without a script it shows
 * nothing.
 */
export function OfflineLine() {
  return <div role="status" className="signal" data-signal />;
}
