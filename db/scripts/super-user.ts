import { eq, sql } from "drizzle-orm";
import { DatabaseOpenError } from "../database";
import { user } from "../schema";
import { openDatabaseForCommand, runCommand } from "./command";

const USAGE = "npm run super-user -- EMAIL";

/** `npm run super-user -- EMAIL`: makes the person who signed up with this email the first super user. */
await runCommand(USAGE, async () => {
  const [email, ...others] = process.argv.slice(2);
  if (!email?.includes("@") || others.length) throw new DatabaseOpenError(`Name one email.\nUsage: ${USAGE}`);
  const db = await openDatabaseForCommand();
  try {
    const person = sql`lower(${user.email}) = ${email.toLowerCase()}`;
    const [row] = await db.read.select({ id: user.id }).from(user).where(person);
    if (!row) throw new DatabaseOpenError(`Nobody has signed up with ${email}.`);
    const [first] = await db.read
      .select({ id: user.id })
      .from(user)
      .where(eq(user.is_super_user, true))
      .limit(1);
    if (first)
      throw new DatabaseOpenError(
        "There is a super user already. They give super rights to others at /admin/users.",
      );
    await db.batch([db.write.update(user).set({ is_super_user: true }).where(eq(user.id, row.id)).toSQL()]);
    console.log(`${email} is a super user. The next sign-in asks for a second factor, then opens /admin.`);
  } finally {
    await db.close();
  }
});
