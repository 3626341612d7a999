import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { TRIAL_DAYS } from "~/lib/access/company-features";
import { listRoleNames, pickRoles } from "~/lib/access/company-roles";
import { listOwnRequests, requestToJoin } from "~/modules/people/shared/join-requests.server";
import { ActionForm } from "~/ui/action-form";
import { ErrorSummary } from "~/ui/field";
import { Avatar, Notice, PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getOnboarding } from "../data/onboarding.server";
import { formatIdentityFacts } from "../shared/company-marks.server";
import { searchCompanies } from "../shared/company-search.server";
import { OnboardingProgress } from "../ui/role-boxes";

export const meta: MetaFunction = () => [{ title: "Join a company · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const q = (new URL(args.request.url).searchParams.get("q") ?? "").trim().slice(0, 100);
  const [asked, { has_trial }] = await Promise.all([
    callProcedure(listOwnRequests, ctx, {}),
    callProcedure(getOnboarding, ctx, {}),
  ]);
  const match = q ? await callProcedure(searchCompanies, ctx, { searchTerm: q, take: 20 }) : null;
  const own = new Set([...asked.map((a) => a.company_id), ...ctx.actor.companies.map((c) => c.id)]);
  return {
    q,
    asked,
    has_trial,
    found: match && {
      more: match.meta.total > match.companies.length,
      companies: match.companies.map((c) => ({
        id: c.id,
        name: c.name,
        logo_url: c.logo_url,
        line: [
          [c.city, c.state].filter(Boolean).join(", "),
          ...listRoleNames(pickRoles(c)),
          ...formatIdentityFacts(c, ctx.actor.zone),
        ]
          .filter(Boolean)
          .join(" · "),
        known: own.has(c.id),
        submission_id: createSubmissionId(),
      })),
    },
    belongs: ctx.actor.companies.length > 0,
  };
}

export async function action(args: ActionFunctionArgs) {
  return submit(requestToJoin, args, { to: () => "/onboarding/join-company" });
}

export default function JoinCompany() {
  const { q, asked, has_trial, found, belongs } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const errors = Object.values(result?.reply.error ?? {}).flatMap((m) => m ?? []);
  return (
    <div className="narrow stack loose">
      <div>
        <OnboardingProgress step={1} />
        <PageHead
          title="Your company"
          lede="Join the company you work for, or set up a company of your own."
        />
        <ErrorSummary formErrors={errors} />
      </div>
      {asked.length ? (
        <Notice title="Waiting for an answer">
          <p>You see a company's jobs and tickets as soon as one of its admins accepts.</p>
          <ul className="rows">
            {asked.map((a) => (
              <li key={a.request_id}>
                {a.name}
                <form method="post" action="/onboarding/withdrawal">
                  <input type="hidden" name="request_id" value={a.request_id} />
                  <button type="submit" className="button">
                    Withdraw<span className="sr"> your request to {a.name}</span>
                  </button>
                </form>
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <form method="post" action="/onboarding/start" className="stack card">
        <h2>Set up a company</h2>
        <p className="soft">
          You're its first admin and invite the others.
          {has_trial ? ` It's free for ${TRIAL_DAYS} days.` : null}
        </p>
        <div className="row">
          <button type="submit" className="button">
            Set up a company
          </button>
        </div>
      </form>
      <search className="card stack">
        <h2>Join a company</h2>
        <p className="soft">Find it and ask to join. One of its admins can accept you.</p>
        <form className="stack" action="/onboarding/join-company">
          <label htmlFor="q">Company name</label>{" "}
          <span className="search">
            <input className="input" id="q" name="q" type="search" defaultValue={q} maxLength={100} />
            <button type="submit" className="button primary">
              Find
            </button>
          </span>
        </form>
      </search>
      {found ? (
        found.companies.length ? (
          <section className="card" aria-label="Companies found">
            <ul className="rows">
              {found.companies.map((c) => (
                <li key={c.id}>
                  <span className="person">
                    <Avatar name={c.name} src={c.logo_url} square />
                    <span>
                      {c.name}
                      <br />
                      <span className="soft small">{c.line}</span>
                    </span>
                  </span>{" "}
                  {c.known ? (
                    <span className="tag">Already asked or yours</span>
                  ) : (
                    <ActionForm
                      submissionId={c.submission_id}
                      button={
                        <>
                          Ask to join<span className="sr"> {c.name}</span>
                        </>
                      }
                      plain
                    >
                      <input type="hidden" name="company_id" value={c.id} />
                    </ActionForm>
                  )}
                </li>
              ))}
            </ul>
            {found.more ? <p className="soft small">There are more. Type more of the name.</p> : null}
          </section>
        ) : (
          <p>No company with this name is on Timbertally yet.</p>
        )
      ) : null}
      {belongs ? <a href="/company">Back to your company</a> : null}
    </div>
  );
}
