import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatDay, formatInstant, getDay } from "~/lib/time/time";
import { createBreadcrumbHandle } from "~/ui/naming";
import { ButtonLink, DetailBox, Facts, Notice } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { getCompanyForAdmin } from "../data/company.server";
import { describeSubscription } from "../rules/subscription-words";
import { AdminActionList } from "../ui/act-list";
import { CompanyFeatures, CompanyPeople } from "../ui/company-parts";

export const meta: MetaFunction = () => [{ title: "Company · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const { features, subscription, ...found } = await callProcedure(getCompanyForAdmin, ctx, {
    company_id: parseId(args.params.companyId),
  });
  const day = (instant: string) => formatDay(getDay(new Date(instant), ctx.actor.zone));
  const { plan, state, needs } = describeSubscription(subscription, day);
  const lastDay = (instant: string) => formatDay(getDay(new Date(Date.parse(instant) - 1), ctx.actor.zone));
  return {
    ...found,
    created: formatInstant(found.created_at, ctx.actor.zone, ctx.now),
    bought: subscription.status
      ? [plan, needs, state].filter((word) => word && word !== "—").join(", ")
      : null,
    features: features.map((f) => ({ ...f, last_day: f.expires_at && lastDay(f.expires_at) })),
  };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/admin/companies/:companyId": ({ name }) => name,
});

/** Company page: its details, members, rights, and the operators' actions on it. */
export default function Company() {
  const c = useLoaderData<typeof loader>();
  const here = `/admin/companies/${c.id}`;
  return (
    <div className="stack loose">
      {c.is_deleted ? (
        <Notice tone="warn" title="This company is deleted.">
          {c.joined_into ? (
            <p>
              It is a part of <a href={`/admin/companies/${c.joined_into.id}`}>{c.joined_into.name}</a> now.
            </p>
          ) : (
            <p>
              Nothing is lost. <a href={`${here}/deletion`}>Restore it</a>
            </p>
          )}
        </Notice>
      ) : (
        <p className="row">
          <ButtonLink href={`${here}/as`}>See what they see</ButtonLink>
        </p>
      )}
      <div className="boxes">
        <DetailBox title="Company">
          <Facts
            facts={[
              { term: "Number", value: c.id },
              { term: "Place", value: c.place },
              { term: "Roles", value: c.roles.join(", ") },
              { term: "Phone", value: c.phone },
              { term: "Contact", value: c.contact },
              { term: "Since", value: c.created },
              { term: "People", value: c.employee_count.toLocaleString("en-US") },
              { term: "Make jobs", value: c.job_creator_count.toLocaleString("en-US") },
              { term: "Loads hauled", value: c.trip_tickets_hauled.toLocaleString("en-US") },
              { term: "Loads under way", value: c.under_way.toLocaleString("en-US") },
            ]}
          />
          {c.is_contact ? <p>A contact that another company added. No one from it has joined.</p> : null}
          {c.is_deleted ? null : (
            <p>
              <a href={`${here}/name`}>Rename this company</a> ·{" "}
              <a href={`/admin/joins?${new URLSearchParams({ q: c.name })}`}>Join it with another</a> ·{" "}
              <a href={`${here}/deletion`}>Delete this company</a>
            </p>
          )}
        </DetailBox>
        <CompanyFeatures
          here={here}
          features={c.features}
          isProfessional={c.is_professional}
          isDeleted={c.is_deleted}
          bought={c.bought}
        />
        <CompanyPeople people={c.people} total={c.employee_count} />
        <DetailBox title="Jobs">
          {c.jobs.length ? (
            <ul className="lines">
              {c.jobs.map((j) => (
                <li key={j.id}>
                  <a href={`/admin/jobs/${j.id}`}>{j.name}</a> <span className="soft small">{j.status}</span>
                </li>
              ))}
            </ul>
          ) : (
            <p>It hasn't used the site yet.</p>
          )}
        </DetailBox>
        <DetailBox title="Admin actions" full>
          {c.acts.length ? <AdminActionList acts={c.acts} /> : <p>Nothing yet.</p>}
        </DetailBox>
      </div>
    </div>
  );
}
