import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Icon } from "~/ui/icon";
import { MAX_OPTIONS_WITHOUT_SEARCH } from "~/ui/limits";
import { ButtonLink, DetailBox, EmptyState } from "~/ui/parts";
import { SearchForm } from "~/ui/search-form";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { searchCertifications } from "../data/certifications.server";
import { listCertificationGroups } from "../data/groups.server";
import { listCertificationRequests } from "../shared/requests.server";
import { CertificationList, RequestList } from "../ui/certification-list";

export const meta: MetaFunction = () => [{ title: "Certifications · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const q = (new URL(args.request.url).searchParams.get("q") ?? "").slice(0, 100);
  const [all, found, groups, { certification_requests: requests }] = await Promise.all([
    callProcedure(searchCertifications, ctx, { take: -1 }),
    callProcedure(searchCertifications, ctx, { searchTerm: q, take: -1 }),
    callProcedure(listCertificationGroups, ctx, { take: -1 }),
    callProcedure(listCertificationRequests, ctx, { take: -1 }),
  ]);
  return {
    q,
    total: all.meta.total,
    owns: all.certifications.some((c) => c.is_owned),
    list: found.certifications,
    groups: groups.certification_groups,
    requests: requests.filter((r) => ["pending", "member"].includes(r.certification_request.state)),
    company_id: ctx.actor.company?.id ?? 0,
    may: ctx.actor.permissions.certification,
  };
}

export default function Certifications() {
  const { q, total, owns, list, groups, requests, company_id, may } = useLoaderData<typeof loader>();
  const pending = requests.filter((r) => r.certification_request.state === "pending");
  return (
    <div className="stack">
      <div className="row between">
        {total > MAX_OPTIONS_WITHOUT_SEARCH || q ? (
          <search>
            <SearchForm label="License or product claim" q={q} placeholder="License or product claim" icon />
          </search>
        ) : null}
        {may.create ? (
          <ButtonLink href={paths.newCertification} tone="primary">
            <Icon name="plus" /> Add Certification
          </ButtonLink>
        ) : null}
      </div>
      <DetailBox title="Certifications" full>
        {total || q ? (
          <>
            {q ? (
              <p className="soft small">
                {list.length} of {total} match “{q}”. <a href={paths.certifications}>Show all</a>
              </p>
            ) : null}
            <CertificationList list={list} requests={requests} may={may} />
          </>
        ) : (
          <EmptyState
            title="No certifications yet"
            next={may.create ? { href: paths.newCertification, label: "Add your first certification" } : null}
          >
            <p className="soft">Add the FSC or SFI license for your wood.</p>
          </EmptyState>
        )}
      </DetailBox>
      <div className="boxes">
        <DetailBox
          title="Groups"
          id="groups"
          edit={owns && may.create ? { href: paths.newCertificationGroup, label: "Start a group" } : null}
        >
          {groups.length ? (
            <ul className="lines">
              {groups.map((g) => (
                <li key={g.certification_group.id}>
                  <a href={paths.certificationGroup(g.certification_group.id)}>
                    {g.certification_group.name}
                  </a>
                  <br />
                  <span className="soft small">
                    under {g.certification.license} · {g.member_count}{" "}
                    {g.member_count === 1 ? "member" : "members"}
                    {g.pending_count ? ` · ${g.pending_count} waiting` : ""}
                  </span>
                </li>
              ))}
            </ul>
          ) : (
            <p className="soft">
              A group lets other companies use one of your certificates.
              {owns ? "" : " Add a certification first."}
            </p>
          )}
        </DetailBox>
        <DetailBox
          title="Requests"
          id="requests"
          edit={may.create ? { href: paths.newCertificationRequest(), label: "Use another company's" } : null}
        >
          {pending.length ? (
            <RequestList requests={pending} companyId={company_id} may={may} />
          ) : (
            <p className="soft">Nothing is waiting for an answer.</p>
          )}
        </DetailBox>
      </div>
    </div>
  );
}
