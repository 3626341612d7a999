import { apiDocument } from "~/api/document.server";

/** API description for programs. Public, because it holds no secret. */
export const loader = () =>
  Response.json(apiDocument(), { headers: { "Cache-Control": "public, max-age=300" } });
