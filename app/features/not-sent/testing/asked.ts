import type { Asked } from "../../../../e2e/support/asked";
import { SIGNED_IN } from "../../../../e2e/support/rows";

/** What tests ask of the page that lists what a device has not sent. */
export const asked: Asked = {
  answers: { "/outbox": SIGNED_IN, "/outbox/load": SIGNED_IN },
  pages: { manager: ["/outbox", "/outbox/load"] },
  shots: [{ name: "not-sent", as: "hauler", path: "/outbox" }],
};
