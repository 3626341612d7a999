import { formatDate } from "~/lib/time/time";
import { EmptyState } from "~/ui/parts";
import { paths } from "~/web/paths";
import type { listCertificationRequests } from "../shared/requests.server";
import type { ShownCertification } from "../shared/usable.server";

export type CertificationRequest = Awaited<
  ReturnType<typeof listCertificationRequests.run>
>["certification_requests"][number];
type May = { update: boolean; delete: boolean };

/** A certification's license and expiration date. */
function CertificationSummary({ one }: { one: ShownCertification }) {
  const { license, expires_at } = one.certification;
  const held = one.is_owned ? null : `held by ${one.company.name}`;
  const until = expires_at && !one.is_expired ? `through ${formatDate(expires_at)}` : null;
  return (
    <span>
      <span className="tag">{one.certification_type.name}</span> <strong>{license}</strong>
      <br />
      {one.is_expired && expires_at ? (
        <span className="error-text small">Expired {formatDate(expires_at)} · </span>
      ) : null}{" "}
      <span className="soft small">
        {[one.product_claim?.name ?? "No product claim", held, until].filter(Boolean).join(" · ")}
      </span>{" "}
      {one.is_owned && one.warning ? (
        <>
          <br />
          <span className="amber small">{one.warning}</span>
        </>
      ) : null}{" "}
    </span>
  );
}

/** List of certifications that a company may use, with links to change its own and to give up those of other companies. */
export function CertificationList({
  list,
  requests,
  may,
}: {
  list: ShownCertification[];
  requests: CertificationRequest[];
  may: May;
}) {
  const membershipOf = (id: number) =>
    requests.find((r) => r.certification.id === id && r.certification_request.state === "member");
  if (list.length === 0)
    return (
      <EmptyState
        title="No certification found"
        next={{ href: paths.certifications, label: "Show all certifications" }}
      />
    );
  return (
    <ul className="lines">
      {list.map((item) => {
        const { id, license } = item.certification;
        const membership = item.is_owned ? undefined : membershipOf(id);
        return (
          <li key={id} className="row between">
            <CertificationSummary one={item} />
            <span className="row">
              {item.is_owned && may.update ? (
                <a href={paths.certification(id)}>
                  Edit<span className="sr"> {license}</span>
                </a>
              ) : null}{" "}
              {item.is_owned && may.delete ? (
                <a href={paths.certificationRemoval(id)}>
                  Remove<span className="sr"> {license}</span>
                </a>
              ) : null}{" "}
              {membership ? (
                <a href={paths.certificationRequest(membership.certification_request.id)}>
                  Membership<span className="sr"> under {license}</span>
                </a>
              ) : null}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** List of pending requests: received from other companies, and sent to them. */
export function RequestList({
  requests,
  companyId,
  may,
}: {
  requests: CertificationRequest[];
  companyId: number;
  may: May;
}) {
  return (
    <ul className="lines">
      {requests.map((r) => {
        const { id } = r.certification_request;
        const isOurs = r.company.id === companyId;
        return (
          <li key={id} className="row between">
            <span>
              <strong>{isOurs ? r.holder.name : r.company.name}</strong>
              <br />
              <span className="soft small">
                {isOurs ? "We asked to join" : "Asked to join"} under {r.certification.license}, in{" "}
                {r.certification_group.name}
              </span>
            </span>{" "}
            {isOurs ? (
              <a href={paths.certificationRequest(id)}>
                Withdraw<span className="sr"> the request to {r.holder.name}</span>
              </a>
            ) : may.update ? (
              <RequestAnswerButtons id={id} who={r.company.name} />
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

export function RequestAnswerButtons({ id, who }: { id: number; who: string }) {
  return (
    <div className="row">
      <form method="post" action={paths.certificationAnswer(id, "acceptance")}>
        <button type="submit" className="button primary">
          Accept<span className="sr"> {who}</span>
        </button>
      </form>
      <form method="post" action={paths.certificationAnswer(id, "rejection")}>
        <button type="submit" className="button">
          Reject<span className="sr"> {who}</span>
        </button>
      </form>
    </div>
  );
}
