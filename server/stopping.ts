import type { Server } from "node:http";
import { watch } from "../app/domain/time/watch";

/**
 * Stops listening and resolves when the last answer under way has been given, or when patience (milliseconds)
 * ends; says whether all were given.
 */
export async function finishRequests(http: Server, patience: number): Promise<boolean> {
  const closed = new Promise<true>((resolve) => http.close(() => resolve(true)));
  // A kept-alive connection falls idle again after its last answer, and nobody else closes it.
  const stopClosing = watch(() => http.closeIdleConnections(), 100);
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patience);
  });
  const all = await Promise.race([closed, ended]);
  stopClosing();
  clearTimeout(timer);
  if (!all) http.closeAllConnections();
  return all;
}
