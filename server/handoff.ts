import { partOfRemix } from "./remix-parts";

type Given = [data: unknown, ...rest: unknown[]];
/** What a page hands to its script: read to its end, or never begun. */
export type HandOff = {
  getReader(): ReadableStreamDefaultReader<Uint8Array>;
  cancel(reason?: unknown): Promise<void>;
};
type Encode = (...given: Given) => HandOff;

/** A page's hand-off has `loaderData`; the answer to a script's own request has the names of its routes instead. */
const isOfPage = (data: unknown) => typeof data === "object" && data !== null && "loaderData" in data;

/**
 * The stream that `encode` makes, for a page begun when somebody reads of it and never otherwise. A waiting stream would
 * cost as much as a query (Node makes each ready to be sent to another thread), so a page hands over what makes one.
 */
export const whenRead =
  (encode: Encode): Encode =>
  (...given) => {
    if (!isOfPage(given[0])) return encode(...given);
    let begun: ReadableStreamDefaultReader<Uint8Array> | undefined;
    return {
      getReader() {
        begun ??= encode(...given).getReader();
        return begun;
      },
      cancel: async (reason) => begun?.cancel(reason),
    };
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
  const remix = partOfRemix<{ encodeViaTurboStream: Encode }>("./single-fetch.js");
  remix.encodeViaTurboStream = whenRead(remix.encodeViaTurboStream);
}
