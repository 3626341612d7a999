import type { ActionFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";
import { makeUser } from "#db/factories";
import { openTestDatabase } from "#db/testing/test-database";
import { action } from "~/modules/people/routes/logout";
import { readSession, startSession } from "./session.server";

test("signing out ends the session and clears the browser's cached pages", async () => {
  const db = await openTestDatabase();
  const cookie = await startSession(new Request("http://localhost/"), await makeUser(db), null);
  const signedIn = () =>
    new Request("http://localhost/logout", {
      method: "POST",
      headers: { Cookie: cookie.split(";")[0] ?? "" },
    });
  expect(await readSession(signedIn())).toBeTruthy();
  const answer = await action({ request: signedIn() } as ActionFunctionArgs);
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/login"]);
  expect(answer.headers.get("Clear-Site-Data")).toBe('"cache"');
  expect(await readSession(signedIn())).toBeFalsy();
});
