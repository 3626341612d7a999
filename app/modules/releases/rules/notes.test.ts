import { describe, expect, test } from "vitest";
import { getNotesProblem, MAX_NOTES, parseReleaseNotes } from "./notes";

describe("notes of a release", () => {
  test("splits notes at an empty line; the first line of each note is its title", () => {
    expect(
      parseReleaseNotes(
        "Faster list\nIt opens at once.\nAlso on phones.\r\n \r\n\n New tab \n Loads by mill. ",
      ),
    ).toEqual([
      { title: "Faster list", description: "It opens at once.\nAlso on phones." },
      { title: "New tab", description: "Loads by mill." },
    ]);
    expect(parseReleaseNotes(" \n\n ")).toEqual([]);
  });
  test.each([
    ["nothing", " \n ", "Write what's new"],
    ["a title alone", "Faster list", 'Say what "Faster list" is about'],
    ["a title without end", `${"x".repeat(121)}\nText`, "A title can be at most 120 characters"],
    [
      "too many",
      Array(MAX_NOTES + 1)
        .fill("A\nB")
        .join("\n\n"),
      "Write 20 notes at most",
    ],
  ])("rejects release notes: %s", (_what, typed, words) => {
    expect(getNotesProblem(typed)).toContain(words);
  });
  test("accepts the maximum number of notes", () => {
    expect(getNotesProblem(Array(MAX_NOTES).fill("A\nB").join("\n\n"))).toBeNull();
  });
});
