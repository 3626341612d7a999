import { createClient } from "@libsql/client";

/** Make the newest session's last password entry days old, so that protected actions ask for the password again. */
export async function ageNewestSession() {
  const client = createClient({ url: process.env.E2E_DATABASE_URL ?? "" });
  await client.execute(
    `UPDATE session SET created_at = '2020-01-01T00:00:00.000Z'
      WHERE token_hash = (SELECT token_hash FROM session ORDER BY created_at DESC LIMIT 1)`,
  );
  client.close();
}
