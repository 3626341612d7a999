import { invalid } from "./refusal";

type Input = Record<string, unknown>;
type Taking = {
  query?: readonly string[];
  dto?: boolean;
  named?: Readonly<Record<string, string>>;
  dropsEmpty?: readonly string[];
};

/**
 * Return the parameter names that a writing call accepts in its query. A DELETE accepts the version there, because many
 * clients send no body.
 */
export const listQueryNames = (method: string, call: Pick<Taking, "query">): readonly string[] =>
  call.query ?? (method === "DELETE" ? ["version"] : []);

/**
 * Return the input of a call's procedure: the query of a GET, otherwise the body and the parameters allowed in its
 * address, with the ids of the path. A body may repeat those ids, as existing clients do, if they are
 * equal.
 */
export function mergeInput(
  method: string,
  call: Taking,
  { query, body, path }: { query: Input; body: Input; path: Record<string, number> },
): Input {
  const named = method === "GET" ? Object.keys(query) : listQueryNames(method, call);
  const result = Object.fromEntries(Object.entries(query).filter(([name]) => named.includes(name)));
  const ids: Record<string, number | undefined> = { ...path };
  for (const [name, inPath] of Object.entries(call.named ?? {})) ids[name] = path[inPath];
  const input = call.dropsEmpty ? withoutEmpty(body, call.dropsEmpty) : body;
  const sent = { ...result, ...(call.dto ? unfolded(input, ids) : input) };
  const other = Object.keys(ids).filter((name) => name in sent && String(sent[name]) !== String(ids[name]));
  if (other.length)
    throw invalid(Object.fromEntries(other.map((name) => [name, ["This is not the id in the address."]])));
  for (const name of Object.keys(call.named ?? {})) delete sent[name];
  return { ...sent, ...path };
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === 0 || value === "" || (Array.isArray(value) && value.length === 0);

/** Remove the empty parts of a filter, which clients send for fields that the user left blank (docs/domain.md#programs). */
function withoutEmpty(body: Input, names: readonly string[]): Input {
  const drop = (fields: object) =>
    Object.fromEntries(
      Object.entries(fields).filter(([name, value]) => !names.includes(name) || !isEmpty(value)),
    );
  const { dto } = body;
  const isNested = dto !== null && typeof dto === "object" && !Array.isArray(dto);
  return isNested ? { ...drop(body), dto: drop(dto) } : drop(body);
}

/** Return a body whose fields are in `dto` with these fields at its top level; only the path's ids may be next to `dto`. */
function unfolded({ dto, ...beside }: Input, ids: object): Input {
  if (dto === undefined) return beside;
  if (!dto || typeof dto !== "object" || Array.isArray(dto))
    throw invalid({ dto: ["Put the fields in dto as an object, or at the top level without dto."] });
  if (Object.keys(beside).some((name) => !(name in ids)))
    throw invalid({ dto: ["Put every field in dto, or none of them."] });
  return { ...dto, ...beside };
}
