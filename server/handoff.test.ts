import { expect, it } from "vitest";
import { type HandOff, whenRead } from "./handoff";

const bytes = (text: string) => new TextEncoder().encode(text);
const inPieces = (...pieces: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(bytes(piece));
      controller.close();
    },
  });
const handedOver = (loaderData: string) => ({ loaderData: { root: loaderData }, actionData: null });

async function readAll(handOff: HandOff): Promise<string> {
  let text = "";
  for (const reader = handOff.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += new TextDecoder().decode(value);
  }
}

it("begins when it is read, and is the same then", async () => {
  const begun: unknown[] = [];
  const encode = whenRead((data: unknown) => {
    begun.push(data);
    return inPieces("one ", "two");
  });
  const [read, left] = [encode(handedOver("read")), encode(handedOver("left"))];
  expect(begun).toEqual([]);
  expect(await readAll(read)).toBe("one two");
  await left.cancel();
  expect(begun).toEqual([handedOver("read")]);
});

it("is given up half-way, and what cannot be written down fails where it is read", async () => {
  let given: unknown;
  const endless = whenRead(
    () =>
      new ReadableStream({
        pull: (controller) => controller.enqueue(bytes("more")),
        cancel: (reason) => {
          given = reason;
        },
      }),
  );
  const handOff = endless(handedOver("data"));
  await handOff.getReader().read();
  await handOff.cancel("enough");
  expect(given).toBe("enough");

  const failing = whenRead(() => {
    throw new Error("not to be written");
  });
  await expect(readAll(failing(handedOver("data")))).rejects.toThrow("not to be written");
});

it("is a stream at once where a script asked for it: an answer is made of that", async () => {
  const stream = inPieces("for ", "a script");
  expect(whenRead(() => stream)({ "routes/jobs": { data: [] } })).toBe(stream);
});
