const nothing = () =>
  Response.json(
    { message: "There's no such call. See /api/docs." },
    { status: 404, headers: { "Cache-Control": "no-store" } },
  );

/** Answer unknown API requests in the API's own form. */
export const loader = nothing;
export const action = nothing;
