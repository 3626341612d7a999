import { formatCount } from "~/lib/text/text";
import { DetailBox } from "~/ui/parts";

type Feature = {
  id: number;
  name: string;
  runs: boolean;
  had: boolean;
  is_active: boolean;
  last_day: string | null;
};

function stateOf(f: Feature): string {
  if (f.runs) return f.last_day ? `through ${f.last_day}` : "on";
  if (!f.had) return "never had";
  return f.last_day && f.is_active ? `expired, last day ${f.last_day}` : "taken away";
}

/** Features of a company beyond the standard ones, with their end dates. */
export function CompanyFeatures(props: {
  here: string;
  features: Feature[];
  isProfessional: boolean;
  isDeleted: boolean;
  /** Purchased plan as text; null if none. */
  bought: string | null;
}) {
  return (
    <DetailBox
      title="Features and plan"
      edit={props.isDeleted ? null : { href: `${props.here}/features`, label: "Change features" }}
    >
      <ul className="lines">
        {props.features.map((f) => (
          <li key={f.id}>
            {f.id}. {f.name} <span className={f.runs ? "tag" : "soft small"}>{stateOf(f)}</span>
          </li>
        ))}
        <li>
          Plan: {props.isProfessional ? "Professional" : "none"}{" "}
          {props.isDeleted ? null : (
            <a href={`${props.here}/plan`}>
              Change<span className="sr"> the plan</span>
            </a>
          )}
        </li>
        {props.bought ? <li>Subscription: {props.bought}</li> : null}
      </ul>
    </DetailBox>
  );
}

type Person = {
  id: number;
  name: string;
  email: string | null;
  crews: string;
  is_admin: boolean;
  disabled_at: string | null;
};

/** Members of a company, admins first. */
export function CompanyPeople({ people, total }: { people: Person[]; total: number }) {
  return (
    <DetailBox title="People">
      {people.length ? (
        <ul className="lines">
          {people.map((p) => (
            <li key={p.id}>
              <a href={`/admin/users/${p.id}`}>{p.name}</a>{" "}
              {p.disabled_at ? <span className="tag">Disabled</span> : null}{" "}
              <span className="soft small block">{[p.crews, p.email].filter(Boolean).join(" · ")}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p>This company doesn't have any people.</p>
      )}
      {total > people.length ? <p>And {formatCount(total - people.length, "other")}.</p> : null}
    </DetailBox>
  );
}
