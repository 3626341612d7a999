import { expect, test } from "vitest";
import { signedOutActor } from "./actor.server";
import { anotherSender, isReplay, replayAnswer, versionIn } from "./replay";

const asked = (sender: string | null, method = "POST") =>
  new Request("http://here/jobs/1/comments", {
    method,
    headers: sender === null ? {} : { "X-Replay": sender },
  });
const actor = (user: number | null, company: number | null) => ({
  ...signedOutActor(null),
  user: user === null ? null : ({ id: user } as never),
  company: company === null ? null : ({ id: company } as never),
});

test("a form is its writer's for the company it was typed for, and nobody else's session carries it out", () => {
  expect(anotherSender(asked("7.3"), actor(7, 3))).toBe(false);
  for (const other of ["7.4", "8.3", "7.", ".3", ".", "73", "7.3.1", "07.3"])
    expect([other, anotherSender(asked(other), actor(7, 3))]).toEqual([other, true]);
  expect(anotherSender(asked("7."), actor(7, null))).toBe(false);
  expect(anotherSender(asked("7.3"), actor(7, null))).toBe(true);
  // A form that a person sends says nothing of that, and what is only read is nobody's form.
  expect(anotherSender(asked(null), actor(7, 3))).toBe(false);
  expect([isReplay(asked("7.3", "GET")), anotherSender(asked("8.3", "GET"), actor(7, 3))]).toEqual([
    false,
    false,
  ]);
});

test("the answer is what the action came to: its outcome, a refusal's words, a form's messages", async () => {
  const said = async (context: object, status: number) => {
    const answer = replayAnswer(
      { actionData: null, errors: null, ...context } as never,
      status,
      new Headers(),
    );
    return [answer.status, answer.headers.get("Cache-Control"), await answer.json()];
  };
  const thrown = (data: object) => ({ errors: { route: { data } } });
  const saved = { outcome: "saved", href: "/jobs/1", version: 4 };
  expect(await said(thrown(saved), 200)).toEqual([200, "no-store", saved]);
  expect(await said(thrown({ message: "Gone." }), 404)).toEqual([
    404,
    "no-store",
    { outcome: "refused", message: "Gone." },
  ]);
  const reply = { error: { content: ["Type a comment."], other: null, "": ["Send it again."] } };
  expect(await said({ actionData: { route: { reply } } }, 422)).toEqual([
    422,
    "no-store",
    { outcome: "refused", message: "Type a comment. Send it again." },
  ]);
  const [, , silent] = await said({}, 500);
  expect(silent).toMatchObject({ outcome: "refused" });
});

test("a result says its version where it has one", () => {
  expect([{ version: 4 }, { version: "4" }, {}, null].map(versionIn)).toEqual([4, null, null, null]);
});
