import { connect, createServer, type Socket } from "node:net";

/** Ways in which the connection treats data. */
const MOODS = ["through", "cut", "lost answers", "motel", "broken"] as const;
export type LineMode = (typeof MOODS)[number];

const PAGES: Partial<Record<LineMode, string>> = {
  motel: answer("200 OK", "<!DOCTYPE html><title>Welcome</title><p>Welcome to the motel. Accept our terms."),
  broken: answer("502 Bad Gateway", "<!DOCTYPE html><title>Error</title>"),
};

function answer(status: string, html: string): string {
  return `HTTP/1.1 ${status}\r\nContent-Type: text/html; charset=utf-8\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(html)}\r\n\r\n${html}`;
}

/**
 * Start a proxy to the server at a separate port. It can cut connections at any moment, lose responses after the server
 * has handled the request, or respond with its own page like a motel's network. `bytesPerSecond` limits the speed of
 * uploads.
 */
export async function startUnreliableLine(target: number) {
  const sockets = new Set<Socket>();
  let mood: LineMode = "through";
  let bytesPerSecond = Number.POSITIVE_INFINITY;
  const server = createServer((client) => {
    sockets.add(client);
    client.on("close", () => sockets.delete(client)).on("error", () => {});
    if (mood === "cut") return client.destroy();
    const page = PAGES[mood];
    if (page) return client.once("data", () => client.end(page));
    const upstream = connect(target, "127.0.0.1");
    sockets.add(upstream);
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    upstream.on("close", () => sockets.delete(upstream)).on("error", end);
    client.on("end", end).on("close", end);
    client.on("data", (chunk: Buffer) => {
      upstream.write(chunk);
      if (bytesPerSecond === Number.POSITIVE_INFINITY) return;
      client.pause();
      setTimeout(() => client.resume(), (chunk.length / bytesPerSecond) * 1_000);
    });
    upstream.on("data", (chunk: Buffer) => {
      if (mood === "lost answers") return end();
      client.write(chunk);
    });
    upstream.on("end", end);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("The line has no port.");
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut,
    /** Set the connection's mode from now on; data in transit is cut off. */
    become(next: LineMode) {
      mood = next;
      cut();
    },
    slow(bytes: number) {
      bytesPerSecond = bytes;
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
