import { beforeEach, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { actAs } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { setAccountDisabled, setSuperUser } from "~/modules/people/shared/account-acts.server";
import { verifyAdminActions } from "../shared/acts.server";
import { getUserForAdmin } from "./users.server";

let db: Database;
beforeEach(async () => {
  db = await openTestDatabase();
  await db.client.execute("UPDATE user SET is_super_user = 0");
});

/** Delay the commits of two users until both have read everything. */
function heldTogether(real: Database): Database {
  let waiting = 0;
  let goOn = () => {};
  const both = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  return new Proxy(real, {
    get: (target, name, receiver) =>
      name !== "batch"
        ? Reflect.get(target, name, receiver)
        : async (...batch: Parameters<typeof real.batch>) => {
            if (++waiting === 2) goOn();
            await both;
            return target.batch(...batch);
          },
  });
}

const reason = "Both at the same moment";
test.each([
  ["rights taken", "rights taken"],
  ["disabled", "disabled"],
  ["rights taken", "disabled"],
] as const)(
  "keeps one of two super users who remove each other at the same time: %s, %s",
  async (first, second) => {
    const superUser = () => makeUser(db, { is_super_user: true, password_hash: "x" }, []);
    const [one, other] = [await superUser(), await superUser()];
    const held = heldTogether(db);
    const put = async (by: number, out: number, how: "rights taken" | "disabled") => {
      const { version } = await (await actAs(db, by, null)).call(getUserForAdmin, { user_id: out });
      return { by: await actAs(held, by, null), out, version: version + 1, how };
    };
    const both = [await put(one, other, first), await put(other, one, second)];
    const outcomes = await Promise.allSettled(
      both.map(({ by, out, version, how }) =>
        how === "disabled"
          ? by.call(setAccountDisabled, { user_id: out, version, what: "disable", reason })
          : by.call(setSuperUser, { user_id: out, version, what: "take", reason }),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const { rows } = await db.client.execute(
      "SELECT id FROM user WHERE is_super_user = 1 AND disabled_at IS NULL",
    );
    expect(rows).toHaveLength(1);
    expect(await verifyAdminActions(db.read)).toBe(true);
  },
);
