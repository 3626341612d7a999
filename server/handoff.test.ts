import { expect, it } from "vitest";
import { whenRead } from "./handoff";

const bytes = (text: string) => new TextEncoder().encode(text);
const inPieces = (...pieces: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(bytes(piece));
      controller.close();
    },
  });

it("begins when it is read, and is the same then", async () => {
  const begun: unknown[] = [];
  const encode = whenRead((data: string) => {
    begun.push(data);
    return inPieces("one ", "two");
  });
  const [read, left] = [encode("read"), encode("left")];
  expect(begun).toEqual([]);
  expect(await new Response(read).text()).toBe("one two");
  await left.cancel();
  expect(begun).toEqual(["read"]);
});

it("is given up half-way, and what cannot be written down fails where it is read", async () => {
  let given: unknown;
  const endless = whenRead(
    (_: string) =>
      new ReadableStream({
        pull: (controller) => controller.enqueue(bytes("more")),
        cancel: (reason) => {
          given = reason;
        },
      }),
  );
  const reader = endless("data").getReader();
  await reader.read();
  await reader.cancel("enough");
  expect(given).toBe("enough");

  const failing = whenRead((_: string) => {
    throw new Error("not to be written");
  });
  await expect(new Response(failing("data")).text()).rejects.toThrow("not to be written");
});
