import { defineConfig } from "drizzle-kit";

/** `npm run db:generate` writes the next migration from db/schema. */
export default defineConfig({
  dialect: "sqlite",
  schema: "./db/schema/*.ts",
  out: "./db/migrations",
});
