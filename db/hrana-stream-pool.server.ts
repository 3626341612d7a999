/**
 * A server opens a connection for each stream and reads the whole schema for it, which takes nine tenths of a short
 * query; the client opens a stream for each call and closes it in the same request. So a call that fits in one request
 * leaves its stream open, and the next call uses it.
 */
type Call = { type: string; sql_id?: number; stmt?: { sql?: string | null } };
type Asked = { baton?: string | null; requests?: Call[] };
type Answered = {
  baton?: string | null;
  base_url?: string | null;
  results: { type: string; response?: { result?: { step_errors?: unknown[] } } }[];
};
/** Same arguments as `fetch`; building a second request would cost as much as sending it. */
type Ask = (url: string, sent: { method: string; headers: Headers; body?: string }) => Promise<Response>;

/** Milliseconds to keep an idle stream; a server ends one after ten seconds. */
const KEPT_FOR = 5_000;
/** Each stream holds one of the server's few connections; a call beyond that closes its own. */
const MAX_ROWS = 8;

/**
 * Statements that leave state on the connection for the next call: settings, temporary tables, a transaction; a batch
 * ends its own transaction.
 */
const SETS = /\b(pragma|attach|temp|temporary)\b/i;
const leavesMore = ({ type, stmt }: Call) =>
  type === "sequence" || /^\s*(begin|savepoint)\b/i.test(stmt?.sql ?? "");

const failed = ({ type, response }: Answered["results"][number]) =>
  type !== "ok" || response?.result?.step_errors?.some((error) => error !== null);

/** Call a server as `ask` does, on streams that stay open between calls. */
export function poolStreams(ask: Ask, now = () => performance.now()) {
  const stored: { baton: string; until: number }[] = [];
  /** Number of streams, idle or in use. */
  let open = 0;
  /** Take the stream that was used last; if it is too old, those below it are too. */
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
    // A stream remembers statements stored by number; the next call restarts its own numbers.
    const forgets = own
      .filter(({ type }) => type === "store_sql")
      .map(({ sql_id }) => ({ type: "close_sql", sql_id }));
    const send = (stream: string | null, calls: Call[]) =>
      ask(url, { method, headers, body: JSON.stringify({ baton: stream, requests: calls }) });
    if (!baton) open++;
    let isKept = false;
    try {
      let response = await send(baton, [...own, ...forgets]);
      // A 400 means that the server has restarted or ended the stream, and nothing was executed. A response from an
      // intermediary may come after execution.
      if (baton && response.status === 400) response = await send(null, [...own, ...forgets]);
      if (!response.ok) return response;
      const { baton: next, base_url, results }: Answered = await response.json();
      isKept = Boolean(next) && !base_url && !results.some(failed);
      if (next && isKept) stored.push({ baton: next, until: now() + KEPT_FOR });
      else if (next) void send(next, [{ type: "close" }]).catch(() => undefined);
      const closed = { type: "ok", response: { type: "close" } };
      // The client parses it again, which needs no text.
      const details = { baton: null, results: [...results.slice(0, own.length), closed] };
      return Object.assign(new Response(null), { json: async () => details });
    } finally {
      if (!isKept) open--;
    }
  };
}
