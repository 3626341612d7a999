/** Where app/behaviors/small.ts says that the signal is gone, for as long as it is. Without a script nothing is claimed. */
export function OfflineLine() {
  return <div role="status" className="signal" data-signal />;
}
