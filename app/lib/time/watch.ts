/**
 * Call `look` at this interval in milliseconds while something lasts: an arriving body, a child process, requests in
 * progress. The returned function stops it: call it at the end. Background work that runs for as long as the program
 * does belongs on the queue (`app/lib/queue`) instead.
 */
export function startPolling(look: () => void, ms: number): () => void {
  const timer = setInterval(look, ms);
  timer.unref();
  return () => clearInterval(timer);
}
