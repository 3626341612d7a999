/**
 * Pool of open streams. A server opens a connection per stream and reads the whole schema for it, which takes nine
 * tenths of the time of a short query. Without the pool, the client opens a stream for each call and closes it in the
 * same request. With the pool, a call that fits in one request leaves its stream open for the next call.
 */
type Call = { type: string; sql_id?: number; stmt?: { sql?: string | null } };
type Asked = { baton?: string | null; requests?: Call[] };
type Answered = {
  baton?: string | null;
  base_url?: string | null;
  results: { type: string; response?: { result?: { step_errors?: unknown[] } } }[];
};
/** Same arguments as `fetch`, because building a second `Request` would cost as much as sending it. */
type Ask = (url: string, sent: { method: string; headers: Headers; body?: string }) => Promise<Response>;

/** Milliseconds to keep an idle stream; the server ends it after ten seconds. */
const KEPT_FOR = 5_000;
/**
 * Maximum number of open streams, since each uses one of the server's few connections. A call above the maximum closes
 * its own stream.
 */
const MAX_ROWS = 8;

/**
 * Statements that leave state on the connection for the next call: settings, temporary tables, a transaction. A batch
 * ends its own transaction.
 */
const SETS = /\b(pragma|attach|temp|temporary)\b/i;
const leavesMore = ({ type, stmt }: Call) =>
  type === "sequence" || /^\s*(begin|savepoint)\b/i.test(stmt?.sql ?? "");

const failed = ({ type, response }: Answered["results"][number]) =>
  type !== "ok" || response?.result?.step_errors?.some((error) => error !== null);

/** Return a function that calls a server with `ask`, on streams that stay open between calls. */
export function poolStreams(ask: Ask, now = () => performance.now()) {
  const stored: { baton: string; until: number }[] = [];
  /** Number of open streams, idle or in use. */
  let open = 0;
  /** Take the most recently used stream; if it is too old, all others are too old as well. */
  const take = () => {
    const stream = stored.pop();
    if (!stream || stream.until > now()) return stream?.baton ?? null;
    open -= stored.length + 1;
    stored.length = 0;
    return null;
  };
  return async (request: Request): Promise<Response> => {
    const { url, method, headers } = request;
    if (method !== "POST") return ask(url, { method, headers });
    const text = await request.text();
    const { baton: begun, requests = [] }: Asked = JSON.parse(text);
    const own = requests.slice(0, -1);
    const isWhole = !begun && own.length > 0 && requests.at(-1)?.type === "close";
    const asItIs = !isWhole || SETS.test(text) || own.some(leavesMore);
    const baton = asItIs ? null : take();
    if (asItIs || (!baton && open >= MAX_ROWS)) return ask(url, { method, headers, body: text });
    // Delete the numbered statements that the stream has stored, because the next call starts numbering again.
    const forgets = own
      .filter(({ type }) => type === "store_sql")
      .map(({ sql_id }) => ({ type: "close_sql", sql_id }));
    const send = (stream: string | null, calls: Call[]) =>
      ask(url, { method, headers, body: JSON.stringify({ baton: stream, requests: calls }) });
    if (!baton) open++;
    let isKept = false;
    try {
      let response = await send(baton, [...own, ...forgets]);
      // A 400 means that the server has restarted or ended the stream, and executed nothing. Any other error may come
      // from an intermediary after execution, so only a 400 is sent again.
      if (baton && response.status === 400) response = await send(null, [...own, ...forgets]);
      if (!response.ok) return response;
      const { baton: next, base_url, results }: Answered = await response.json();
      isKept = Boolean(next) && !base_url && !results.some(failed);
      if (next && isKept) stored.push({ baton: next, until: now() + KEPT_FOR });
      else if (next) void send(next, [{ type: "close" }]).catch(() => undefined);
      const closed = { type: "ok", response: { type: "close" } };
      // Return the result as an object, so that it needn't be converted to text and parsed again by the client.
      const details = { baton: null, results: [...results.slice(0, own.length), closed] };
      return Object.assign(new Response(null), { json: async () => details });
    } finally {
      if (!isKept) open--;
    }
  };
}
