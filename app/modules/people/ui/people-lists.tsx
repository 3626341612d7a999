import "~/styles/company-cards.css";
import { formatFullName } from "~/lib/text/text";
import { Avatar, ButtonLink, DetailBox } from "~/ui/parts";
import { EmailText } from "../shared/email-text";

type Person = {
  /** True if this site can reach the person neither by mail nor by text. */
  unsent: boolean;
  id: number;
  first_name: string;
  last_name: string;
  avatar_url: string | null;
  phone: string | null;
  crews: string[];
  is_admin: boolean;
  waits: boolean;
  may_edit: boolean;
  may_delete: boolean;
  may_link: boolean;
  link?: { invite_id: number; until: string };
};

/**
 * List of the company's people; users who manage people also see who hasn't joined yet, and links to invite those
 * people again.
 */
export function Employees({ people }: { people: Person[] }) {
  return (
    <ul className="rows">
      {people.map((p) => (
        <li key={p.id}>
          <span className="person">
            <Avatar name={formatFullName(p)} src={p.avatar_url} />
            <span>
              <a href={`/users/${p.id}`}>{formatFullName(p)}</a>{" "}
              {p.is_admin ? <span className="tag">Is Admin</span> : null}
              <br />
              <span className="soft small">{[...p.crews, p.phone].filter(Boolean).join(" · ")}</span>{" "}
              {p.waits ? (
                <span className="soft small block">
                  {p.link && p.unsent
                    ? "Hasn't signed in yet. No text or mail was sent: make a new link and send it yourself"
                    : p.link
                      ? `Hasn't signed in yet. The link works until ${p.link.until}`
                      : "No working sign-in link"}
                </span>
              ) : null}
            </span>
          </span>{" "}
          {p.may_edit || p.may_link || p.may_delete ? (
            <div className="row">
              {p.waits && p.may_link ? (
                <a href={`/company/people/${p.id}/link`}>
                  New link
                  <Of p={p} />
                </a>
              ) : null}{" "}
              {p.link && p.may_delete ? <Withdraw id={p.link.invite_id} name={formatFullName(p)} /> : null}{" "}
              {p.may_edit ? (
                <a href={`/company/people/${p.id}`}>
                  Edit
                  <Of p={p} />
                </a>
              ) : p.may_delete ? (
                <a href={`/company/people/${p.id}/deletion`}>
                  Delete
                  <Of p={p} />
                </a>
              ) : null}
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

const Of = ({ p }: { p: { first_name: string; last_name: string } }) => (
  <span className="sr"> {formatFullName(p)}</span>
);

function Withdraw({ id, name }: { id: number; name: string }) {
  return (
    <form method="post" action="/company/invitations">
      <input type="hidden" name="invite_id" value={id} />
      <button type="submit" className="button">
        Withdraw<span className="sr"> the invitation of {name}</span>
      </button>
    </form>
  );
}

/** Maximum number of avatars shown for a crew. */
const MAX_AVATARS = 4;

type CrewOfPeople = {
  id: number;
  name: string;
  is_primary: boolean;
  may_edit: boolean;
  people: { id: number; name: string; avatar_url: string | null }[];
};

export function Crews({ crews, mayAdd }: { crews: CrewOfPeople[]; mayAdd: boolean }) {
  return (
    <DetailBox title="Crews" full edit={mayAdd ? { href: "/company/crews/new", label: "Add" } : null}>
      <ul className="rows">
        {crews.map((c) => (
          <li key={c.id}>
            <span>
              {c.name}
              <br />
              <span className="soft small">
                {c.is_primary ? "Admins, with every permission" : null}
                {c.is_primary && c.people.length ? " · " : null}
                {c.people.length === 1 ? "1 person" : c.people.length ? `${c.people.length} people` : null}
                {c.people.length === 0 && !c.is_primary ? "No one yet" : null}
              </span>
            </span>
            <div className="row">
              <span className="faces">
                {c.people.slice(0, MAX_AVATARS).map((p) => (
                  <span key={p.id}>
                    <Avatar name={p.name} src={p.avatar_url} />
                    <span className="sr">{p.name}</span>{" "}
                  </span>
                ))}
                {c.people.length > MAX_AVATARS ? (
                  <span className="avatar more-faces">+{c.people.length - MAX_AVATARS}</span>
                ) : null}
              </span>{" "}
              {c.may_edit ? (
                <a href={`/company/crews/${c.id}`}>
                  Edit<span className="sr"> the crew {c.name}</span>
                </a>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </DetailBox>
  );
}

type Request = {
  id: number;
  name: string;
  email: string | null;
  email_verified_at: string | null;
  asked: { at: string; text: string };
};

/**
 * List of requests to join. With scripts enabled, a rejected request disappears immediately and comes back if the
 * rejection fails.
 */
export function JoinRequests({ requests }: { requests: Request[] }) {
  if (requests.length === 0) return null;
  return (
    <DetailBox title="Pending Join Company Request" full>
      <p className="error" role="alert" id="request-failed" hidden />
      <ul className="rows">
        {requests.map((r) => (
          <li key={r.id}>
            <span className="person">
              <Avatar name={r.name} />
              <span>
                {r.name}
                <br />
                <span className="soft small">
                  Asked <time dateTime={r.asked.at}>{r.asked.text}</time>
                </span>{" "}
                {r.email ? (
                  <span className="small block">
                    <EmailText email={r.email} verified={r.email_verified_at !== null} />
                  </span>
                ) : null}
              </span>
            </span>
            <div className="row">
              <ButtonLink href={`/company/requests/${r.id}`} tone="primary">
                Accept<span className="sr"> {r.name}</span>
              </ButtonLink>
              <form
                method="post"
                action={`/company/requests/${r.id}/rejection`}
                data-vanish="request-failed"
                data-failed="Failed to reject crew member request"
              >
                <button type="submit" className="button">
                  Reject<span className="sr"> {r.name}</span>
                </button>
              </form>
            </div>
          </li>
        ))}
      </ul>
    </DetailBox>
  );
}

type Invited = {
  id: number;
  first_name: string;
  last_name: string;
  email: string | null;
  may_link: boolean;
  may_withdraw: boolean;
};

export function InvitedPeople({ invited }: { invited: Invited[] }) {
  if (invited.length === 0) return null;
  return (
    <DetailBox title="Invitations" full>
      <ul className="rows">
        {invited.map((p) => (
          <li key={p.id}>
            <span className="person">
              <Avatar name={formatFullName(p)} />
              <span>
                {formatFullName(p)}
                <br />
                <span className="soft small">Invited, {p.email}</span>
              </span>
            </span>
            <div className="row">
              {p.may_link ? (
                <a href={`/company/invitations/${p.id}/link`}>
                  New link
                  <Of p={p} />
                </a>
              ) : null}
              {p.may_withdraw ? <Withdraw id={p.id} name={formatFullName(p)} /> : null}
            </div>
          </li>
        ))}
      </ul>
    </DetailBox>
  );
}
