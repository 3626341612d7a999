import { type Attack, buildMultipartBody, formatPartHead, send } from "../attack";

const parts = (n: number, body = "") =>
  buildMultipartBody(Array.from({ length: n }, () => ({ head: formatPartHead("a"), body })));

/** File uploads with many small parts, or with part heads that never end. */
export const uploadPartAttacks: Attack[] = [
  {
    code: "V3",
    name: "150,000 parts in 11 MB as an avatar",
    run: async (target) => [
      await send(target, "/profile/avatar", { who: await target.as("manager"), ...parts(150_000) }),
    ],
  },
  {
    code: "V3",
    name: "500,000 parts in 37 MB as a job's file",
    run: async (target) => [
      await send(target, "/jobs/1/files", { who: await target.as("manager"), ...parts(500_000) }),
    ],
  },
  {
    code: "V3",
    name: "heads and boundaries without end",
    run: async (target) => {
      const who = await target.as("manager");
      const long = { head: `${formatPartHead("avatar")}\r\n${"X-A: b\r\n".repeat(100_000)}X-Z: z` };
      const near = {
        head: formatPartHead("avatar", '; filename="a.png"'),
        body: "\r\n--hostile-boundar".repeat(400_000),
      };
      return Promise.all(
        [[long], [near], [{ head: formatPartHead("n".repeat(500_000)) }]].map((body) =>
          send(target, "/profile/avatar", { who, ...buildMultipartBody(body) }),
        ),
      );
    },
  },
];
