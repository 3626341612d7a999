import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Actor } from "~/web/actor";
import { createActor } from "~/web/actor.server";
import { type ApiCredentials, findActorByKey } from "~/web/api-key.server";
import { runOnce } from "~/web/form-action.server";
import type { Procedure } from "~/web/procedure";
import { AppError, type ErrorKind } from "~/web/refusal";
import { runProcedure } from "~/web/run-procedure.server";
import type { Database } from "../client.server";
import { prepareQuery } from "../prepared.server";
import { user } from "../schema";

const findUser = prepareQuery((read) =>
  read
    .select()
    .from(user)
    .where(eq(user.id, sql.placeholder("id"))),
);

/** Return a test caller that calls procedures as the app would for this user and company. */
export async function actAs(
  db: Database,
  userId: number,
  companyId: number | null,
  now = () => new Date(),
  session: string | null = null,
) {
  const [row] = await findUser(db.read, { id: userId });
  if (!row) throw new Error(`no user ${userId}`);
  return as(db, await createActor(db.read, row, companyId, "America/Detroit"), now, session);
}

/** Return a test caller that acts with a company's API key, or null if the key isn't valid. */
export async function actWithApiKey(db: Database, key: ApiCredentials, now = () => new Date()) {
  const actor = await findActorByKey(db, key, now());
  return actor && as(db, actor, now);
}

function as(db: Database, actor: Actor, now: () => Date, session: string | null = null) {
  const context = () => ({ db, actor, now: now(), address: "127.0.0.1", session });
  return {
    actor,
    call: async <I extends z.ZodType, O>(procedure: Procedure<I, O>, input: z.input<I>): Promise<O> =>
      held(procedure, await runProcedure(procedure, context(), input)),
    /** Submit a form with a submission id. */
    send: <I extends z.ZodType, O>(
      procedure: Procedure<I, O>,
      input: z.output<I>,
      submissionId: string,
    ): Promise<O> => runOnce(procedure, context(), input, submissionId, "/test"),
  };
}

/** Validate a response strictly against the procedure's declared output. A streamed list is not checked. */
function held<O>({ name, output }: Procedure<z.ZodType, O>, answer: O): O {
  const streamed = Object.values(answer ?? {}).some(
    (value) => value && Symbol.asyncIterator in Object(value),
  );
  if (!output || streamed) return answer;
  const { error } = output.safeParse(JSON.parse(JSON.stringify(answer ?? {})));
  if (error) throw new Error(`${name} answers what its output doesn't say: ${error.message}`);
  return answer;
}

/** Return the kind and message of the error with which a call is refused. Fails the test if the call is not refused. */
export async function catchError(
  call: Promise<unknown>,
): Promise<{ kind: ErrorKind; message: string; refusal: AppError }> {
  const answer = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(answer instanceof AppError)) throw new Error(`not refused: ${String(answer)}`);
  return { kind: answer.kind, message: answer.message, refusal: answer };
}
