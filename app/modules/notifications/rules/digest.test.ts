import { expect, test } from "vitest";
import { formatDigest, MAX_DIGEST_LINES } from "./digest";

test("groups lines by job, shows the number of repeated ones, and puts lines without a job last", () => {
  const line = (job: string | null, title: string, n = 1) => ({ job, title, n });
  expect(
    formatDigest([
      line("Cook Tract", "Load 7 was delivered", 12),
      line(null, "Gate code"),
      line("Cook Tract", "New comment"),
    ]),
  ).toEqual([
    "What you haven't read on Timbertally:",
    { lines: ["Cook Tract:", "- Load 7 was delivered, and 11 more", "- New comment"] },
    { lines: ["Everything else:", "- Gate code"] },
  ]);
});

test("lists at most fifty lines in a digest, and shows how many are left out", () => {
  const lines = Array.from({ length: 1_234 }, (_, i) => ({ job: `Job ${i % 7}`, title: `News ${i}`, n: 1 }));
  const words = formatDigest(lines);
  const shown = words.flatMap((w) =>
    typeof w === "string" ? [] : w.lines.filter((l) => l.startsWith("- ")),
  );
  expect(shown).toHaveLength(MAX_DIGEST_LINES);
  expect(words.at(-1)).toBe("And 1,184 more. All of it is in your notifications:");
});
