import { Notice, Time } from "~/ui/parts";
import type { ApiKeySummary, makeApiKey } from "../data/api-keys.server";

/** New key with the parts to copy now, each in a separate element so that one tap selects it whole. */
export function CreatedApiKey({ made }: { made: Awaited<ReturnType<typeof makeApiKey.run>> }) {
  const parts = [
    ["Key and secret, for Authorization: Bearer", `${made.client_key}.${made.secret}`],
    ["X-Client-Key", made.client_key],
    ["X-Client-Secret", made.secret],
  ] as const;
  const [whole, ...halves] = parts.map(([term, value]) => (
    <div key={term}>
      <dt>{term}</dt>
      <dd>
        <code className="secret">{value}</code>
      </dd>
    </div>
  ));
  return (
    <Notice title={`The key "${made.name}" was created. Its secret is shown only this once.`}>
      <p>Copy it to your program now. It can't be shown again.</p>
      <dl className="secrets">{whole}</dl>
      <details>
        <summary>For programs that send two headers</summary>
        <dl className="secrets">{halves}</dl>
      </details>
    </Notice>
  );
}

/** List of keys: active ones, each with a link to revoke it, or revoked ones. */
export function ApiKeyList({ keys }: { keys: ApiKeySummary[] }) {
  return (
    <ul className="keys">
      {keys.map((key) => (
        <li key={key.id}>
          <div>
            <strong>{key.name}</strong> <code>{key.client_key}</code>{" "}
            <span className="soft small">
              Made by {key.who}, <Time {...key.created} /> ·{" "}
              {key.revoked ? (
                <>
                  revoked <Time {...key.revoked} />
                </>
              ) : key.used ? (
                <>
                  last used <Time {...key.used} />
                </>
              ) : (
                "never used"
              )}
            </span>
          </div>
          {key.revoked ? null : (
            <a className="button" href={`/company/api-keys/${key.id}/revocation`}>
              Revoke<span className="sr"> {key.name}</span>
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
