/**
 * Look every so many milliseconds at something that lasts for a while: a body that arrives, a child process, answers
 * under way. The answer ends it: call it when what is looked at has ended. What is done beside requests for as
 * long as the program runs belongs on the queue (`app/core/work`) instead.
 */
export function watch(look: () => void, ms: number): () => void {
  const timer = setInterval(look, ms);
  timer.unref();
  return () => clearInterval(timer);
}
