/* Limits of connections and of the time that their requests take. */

import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { RequestHandler } from "express";
import { callPeriodically } from "../app/lib/time/watch";
import { getNetwork } from "./address";
import { sendError } from "./request-guards";

export type ConnectionLimits = {
  /** Maximum number of open connections in total, and from one network (null if all connections come through one proxy). */
  total: number;
  each: number | null;
  /** Maximum milliseconds until a request's headers have arrived. */
  head: number;
};

/** Limit the server's open connections, and the time until a request's headers have arrived. */
export function limitConnections(http: Server, { total, each, head }: ConnectionLimits) {
  http.maxConnections = total;
  http.headersTimeout = head;
  // Longer than the usual proxy's 60 s, so that the proxy closes an idle connection first and never sends a request on
  // a connection that the server is closing.
  http.keepAliveTimeout = 65_000;
  if (each === null) return;
  const open = new Map<string, number>();
  http.on("connection", (socket: Socket) => {
    const from = getNetwork(socket.remoteAddress);
    const now = (open.get(from) ?? 0) + 1;
    if (now > each) {
      socket.destroy();
      return;
    }
    open.set(from, now);
    socket.once("close", () => {
      const left = (open.get(from) ?? 1) - 1;
      if (left > 0) open.set(from, left);
      else open.delete(from);
    });
  });
}

export type BodyLimits = {
  /** Maximum number of request bodies arriving at once from one network. */
  atOnce: number;
  /** Return the maximum milliseconds for a body to arrive, by its size in bytes. */
  whole: (bytes: number) => number;
  /** Maximum milliseconds without another byte of the body. */
  idle: number;
};

/** The limits allow for a slow connection in the woods, four kilobytes a second, and a minute more for any form. */
export const BODY_LIMITS: BodyLimits = {
  atOnce: 24,
  whole: (bytes) => Math.min(20 * 60_000, 60_000 + bytes / 4),
  idle: 30_000,
};

/**
 * Require request bodies to arrive at a minimum pace. A client that sends only occasional bytes, or opens many bodies
 * without ending them, is disconnected. The error response is sent first, so that a browser can show it.
 */
export function limitBodyTime(limits: BodyLimits): RequestHandler {
  const under = new Map<string, number>();
  return (req, res, next) => {
    const bytes = Number(req.get("Content-Length") ?? 0);
    if (!(bytes > 0)) return next();
    const from = getNetwork(req.ip);
    const now = (under.get(from) ?? 0) + 1;
    if (now > limits.atOnce) {
      res.set({ Connection: "close", "Retry-After": "10" });
      return sendError(req, res, 429, "Too much is being sent from your address at once. Send it again.");
    }
    under.set(from, now);
    const start = performance.now();
    let [last, heard] = [req.socket.bytesRead, start];
    const stopWatching = callPeriodically(
      () => {
        const now = performance.now();
        if (req.socket.bytesRead !== last) [last, heard] = [req.socket.bytesRead, now];
        // Unread data here means that the server is slow to read, so the client is not at fault.
        if (req.readableFlowing === false && req.readableLength > 0) heard = now;
        if (now - start < limits.whole(bytes) && now - heard < limits.idle) return;
        over();
        cutOff();
      },
      Math.min(1_000, limits.idle / 2),
    );
    let isOver = false;
    const over = () => {
      if (isOver) return;
      isOver = true;
      stopWatching();
      const left = (under.get(from) ?? 1) - 1;
      if (left > 0) under.set(from, left);
      else under.delete(from);
    };
    const cutOff = () => {
      if (!res.headersSent) {
        res.set("Connection", "close");
        sendError(req, res, 408, "Your form did not arrive in time. Send it again.");
      }
      req.socket.destroySoon();
    };
    req.once("end", over);
    req.once("close", over);
    next();
  };
}
