/**
 * Call `look` at this interval in milliseconds while a limited task lasts: an arriving body, a child process, requests
 * in progress. Call the returned function at the end to stop. Background work without an end belongs on the queue
 * (`app/lib/queue`) instead.
 */
export function callPeriodically(look: () => void, ms: number): () => void {
  const timer = setInterval(look, ms);
  timer.unref();
  return () => clearInterval(timer);
}
