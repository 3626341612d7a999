import { connect, createServer, type Socket } from "node:net";
import { freePort } from "../../../scripts/sqld.mjs";

/**
 * Start a proxy to a server with a delay each way that counts requests: HTTP/1.1 by their first line, HTTP/2 by their
 * HEADERS frames.
 */
export async function startSlowLine(target: string, delay: number) {
  const port = await freePort();
  const { hostname, port: targetPort } = new URL(target);
  const requests: Asked[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(targetPort), hostname);
    const count = counter(requests);
    pass(client, upstream, delay, count);
    pass(upstream, client, delay);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => sockets.delete(socket));
    }
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    /** Return the requests since the last call, grouped by round trip. */
    taken: () => rounds(requests.splice(0), 2 * delay),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

type Asked = { what: string; at: number };

/**
 * Requests sent less than a round trip after the first one can't have waited for its response, so the group counts as
 * one round trip.
 */
function rounds(requests: Asked[], roundTrip: number): string[][] {
  const results: { from: number; what: string[] }[] = [];
  for (const { what, at } of requests) {
    const last = results.at(-1);
    if (last && at < last.from + roundTrip) last.what.push(what);
    else results.push({ from: at, what: [what] });
  }
  return results.map((round) => round.what);
}

/** Forward data from one socket to the other with a delay, in order. */
function pass(from: Socket, to: Socket, delay: number, count?: (chunk: Buffer) => void) {
  from.on("data", (chunk: Buffer) => {
    count?.(chunk);
    setTimeout(() => to.writable && to.write(chunk), delay);
  });
  from.on("end", () => setTimeout(() => to.end(), delay));
  from.on("close", () => setTimeout(() => to.destroy(), delay + 50));
}

const PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const HEADERS = 1;

function counter(requests: Asked[]) {
  const note = (what: string) => requests.push({ what, at: performance.now() });
  let rest = Buffer.alloc(0);
  let second: boolean | null = null;
  return (chunk: Buffer) => {
    if (second === null && chunk.toString("latin1").startsWith("PRI *")) {
      second = true;
      rest = Buffer.from(chunk.subarray(PREFACE.length));
    } else if (second) rest = Buffer.concat([rest, chunk]);
    second ??= false;
    if (!second) {
      for (const [, line] of chunk.toString("latin1").matchAll(/^((?:GET|POST) \S+) HTTP\/1\.1\r$/gm))
        note(line ?? "");
      return;
    }
    while (rest.length >= 9) {
      const end = 9 + rest.readUIntBE(0, 3);
      if (rest.length < end) return;
      if (rest[3] === HEADERS) note("HTTP/2 stream");
      rest = rest.subarray(end);
    }
  };
}
