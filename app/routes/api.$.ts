const nothing = () =>
  Response.json(
    { message: "There's no such call. See /api/docs." },
    { status: 404, headers: { "Cache-Control": "no-store" } },
  );

/** Whatever is asked of the API that it does not know is told so in its own way. */
export const loader = nothing;
export const action = nothing;
