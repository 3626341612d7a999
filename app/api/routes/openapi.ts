import { apiDocument } from "~/api/document.server";

/** The API, described for programs. It holds no secret, so anyone may read it. */
export const loader = () =>
  Response.json(apiDocument(), { headers: { "Cache-Control": "public, max-age=300" } });
