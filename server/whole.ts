import type { Response } from "express";

/**
 * Ends an answer whose end comes without bytes with these, head and body in one piece. What says something else in the end, as
 * where sending failed, says that.
 */
export function endWith(res: Pick<Response, "end">, bytes: Uint8Array): void {
  const { end } = res;
  res.end = (...said: unknown[]) => Reflect.apply(end, res, said.length > 0 ? said : [bytes]);
}
