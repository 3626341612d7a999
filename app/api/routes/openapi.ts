import { getOpenApiDocument } from "~/api/document.server";

/** API description for programs. Public, because it holds no secret. */
export const loader = () =>
  Response.json(getOpenApiDocument(), { headers: { "Cache-Control": "public, max-age=300" } });
