import { partOfRemix } from "./remix-parts";

type Encode<Given extends unknown[]> = (...given: Given) => ReadableStream<Uint8Array>;

/** The stream that `encode` makes, begun when somebody reads of it and never otherwise. */
export const whenRead =
  <Given extends unknown[]>(encode: Encode<Given>): Encode<Given> =>
  (...given) => {
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          reader ??= encode(...given).getReader();
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: (reason) => reader?.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  };

let isSet = false;

/**
 * Remix writes down what a page hands to its script before the page is made, and most pages have no script that reads it: a
 * twentieth of what a list costs, a twelfth of a report. It also starts a timer, which five seconds later makes an error with its
 * stack and cancels a stream that was never begun. It offers no way to leave that out, so its encoder is put off until it is
 * read, in the copy that its server uses. Once for a process, before the first request.
 */
export function handOffWhenRead(): void {
  if (isSet) return;
  isSet = true;
  const remix = partOfRemix<{ encodeViaTurboStream: Encode<unknown[]> }>("./single-fetch.js");
  remix.encodeViaTurboStream = whenRead(remix.encodeViaTurboStream);
}
