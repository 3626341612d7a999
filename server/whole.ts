import type { Response } from "express";

/**
 * Send these bytes when the answer ends without any of its own, so that head and body leave in one piece. Whatever ends it with
 * bytes, such as an error page, sends those instead.
 */
export function endWith(res: Pick<Response, "end">, bytes: Uint8Array): void {
  const { end } = res;
  res.end = (...said: unknown[]) => Reflect.apply(end, res, said.length > 0 ? said : [bytes]);
}
