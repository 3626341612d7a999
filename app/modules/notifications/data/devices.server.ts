import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { pushSubscription, session } from "#db/schema";
import { createTextSchema } from "~/lib/text/input";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { idOutput, outputId, outputInstant } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, notFound, unprocessable } from "~/web/refusal";
import { isLiveSession } from "~/web/session.server";
import { isPushService } from "../rules/push-services";
import { getPushPublicKey } from "../shared/push.server";
import { isPushKey } from "../shared/push-crypto.server";

/** Maximum number of devices per person; adding more removes the oldest. */
const MAX_DEVICES = 10;

const meOf = (ctx: Ctx): number => {
  if (!ctx.actor.user) throw notFound();
  return ctx.actor.user.id;
};

/**
 * List the user's devices that receive push messages, and the key with which a browser subscribes; the key is null if
 * this site sends no push messages.
 */
export const listPushDevices = procedure({
  name: "listDevices",
  audience: "user",
  input: z.strictObject({}),
  output: z.strictObject({
    public_key: z.string().nullable(),
    push_subscriptions: z.array(
      z.strictObject({ id: outputId, user_agent: z.string().nullable(), created_at: outputInstant }),
    ),
  }),
  async run(ctx) {
    const push_subscriptions = await ctx.read
      .select({
        id: pushSubscription.id,
        user_agent: pushSubscription.user_agent,
        created_at: pushSubscription.created_at,
      })
      .from(pushSubscription)
      .innerJoin(session, eq(session.token_hash, pushSubscription.session_hash))
      .where(and(eq(pushSubscription.user_id, meOf(ctx)), isLiveSession(ctx.now)))
      .orderBy(desc(pushSubscription.id));
    return { public_key: getPushPublicKey(), push_subscriptions };
  },
});

const base64url = (most: number) => createTextSchema(most).regex(/^[\w-]+={0,2}$/, "This isn't base64url.");

/**
 * Add a browser that receives the user's push messages, described by `PushSubscription.toJSON()`. The subscription
 * belongs to the session that adds it and ends with that session. A browser that another person used before now belongs
 * to this user.
 */
export const addPushDevice = procedure({
  name: "addDevice",
  audience: "user",
  input: z.strictObject({
    endpoint: createTextSchema(1_000),
    keys: z.strictObject({ p256dh: base64url(100), auth: base64url(40) }),
    expirationTime: z.number().nullable().optional(),
    user_agent: createTextSchema(300).optional(),
  }),
  output: idOutput,
  async run(ctx, { endpoint, keys, user_agent }) {
    const user_id = meOf(ctx);
    if (!ctx.session) throw notFound();
    if (!getPushPublicKey()) throw unprocessable("This site doesn't send notifications to devices.");
    if (!isPushService(endpoint)) throw invalid({ endpoint: ["This isn't a push service that we know."] });
    if (!isPushKey(keys)) throw invalid({ "keys.p256dh": ["These aren't a browser's keys."] });
    const row = {
      user_id,
      session_hash: ctx.session,
      ...keys,
      user_agent: user_agent ?? null,
      created_at: ctx.now.toISOString(),
    };
    return ctx.commit(
      [
        allowAnyRows(ctx.write.delete(pushSubscription).where(eq(pushSubscription.endpoint, endpoint))),
        expectOneRow(ctx.write.insert(pushSubscription).values({ ...row, endpoint })),
        allowAnyRows(sql`DELETE FROM push_subscription WHERE user_id = ${user_id} AND id NOT IN
          (SELECT id FROM push_subscription WHERE user_id = ${user_id} ORDER BY id DESC LIMIT ${MAX_DEVICES})`),
      ],
      { id: selectInsertedId(pushSubscription) },
    );
  },
});

/** Stop push messages to one of the user's devices. */
export const removePushDevice = procedure({
  name: "removeDevice",
  audience: "user",
  input: z.strictObject({ push_subscription_id: z.number().int() }),
  output: idOutput,
  async run(ctx, { push_subscription_id: id }) {
    const own = and(eq(pushSubscription.id, id), eq(pushSubscription.user_id, meOf(ctx)));
    const [found] = await ctx.read.select({ id: pushSubscription.id }).from(pushSubscription).where(own);
    if (!found) throw notFound("We couldn't find that device.");
    return ctx.commit([allowAnyRows(ctx.write.delete(pushSubscription).where(own))], { id });
  },
});
