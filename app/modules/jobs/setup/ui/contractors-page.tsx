import { ErrorSummary } from "~/ui/field";
import { Avatar, EmptyState, PageHead } from "~/ui/parts";
import type { FormReply } from "~/web/form-action.server";
import { InviteCompany } from "../../companies/ui/invite-company";
import type { getContractors } from "../data/parties.server";
import { CONTRACTOR_ROLE_LABELS } from "../rules/contractor-words";
import { CONTRACTOR_ROLES, type ContractorRole } from "../rules/words";
import { BackAndNext, EntryButton, SetupSearchForm, StepSections, StepUnavailable } from "./setup-parts";
import { useStepHrefs } from "./step-hrefs";

type Contractors = Awaited<ReturnType<typeof getContractors.run>>;
/**
 * Page of one contractor role, with search, contracts and invitations. The roles come in the order land manager,
 * cutters, skidders, haulers.
 */
export function ContractorsPage({
  page,
  path,
  result,
  submissionId,
}: {
  page: Contractors;
  path: string;
  result?: FormReply;
  submissionId: string;
}) {
  const { hrefOf } = useStepHrefs();
  if (page.first) return <StepUnavailable title="Contractors" first={page.first} />;
  const { section } = page;
  const reply = result?.reply;
  const typed = reply?.initialValue && "first_name" in reply.initialValue ? reply : undefined;
  const index = CONTRACTOR_ROLES.indexOf(section);
  const words = CONTRACTOR_ROLE_LABELS[section];
  const sectionHref = (role: ContractorRole) => `${path}?section=${role}`;
  const [before, after] = [CONTRACTOR_ROLES[index - 1], CONTRACTOR_ROLES[index + 1]];
  const open = page.sections.findIndex((s) => !s.next);
  const full = section === "land_manager" && page.chosen.length > 0;
  return (
    <div className="narrow stack loose">
      <PageHead
        title="Contractors"
        lede="We ask each company to accept. Your own companies have already accepted."
      />
      <StepSections
        label="Contractors"
        sections={page.sections.map((s, i) => ({
          name: s.role,
          label: `${CONTRACTOR_ROLE_LABELS[s.role].many}${s.count ? ` (${s.count})` : ""}`,
          href: sectionHref(s.role),
          here: s.role === section,
          open: open === -1 || i <= open,
        }))}
      />
      <ErrorSummary
        formErrors={typed ? undefined : Object.values(result?.reply.error ?? {}).flatMap((e) => e ?? [])}
      />
      <section className="stack card" aria-label="Chosen">
        <h2>{words.many}</h2>
        {page.chosen.length ? (
          <ul className="lines">
            {page.chosen.map((c) => (
              <li key={c.id} className="row between">
                <span>
                  {c.name}{" "}
                  {c.contract ? <span className="soft small block">Contract: {c.contract}</span> : null}{" "}
                  {c.own ? <span className="soft small block">Your company</span> : null}{" "}
                  {c.invited ? (
                    <span className="soft small block">
                      Not on Timbertally yet.{" "}
                      {c.invited === "sent"
                        ? "We'll send the invitation when you create the job."
                        : "We can't send an invitation. Once you create the job, make a link on its Companies tab and send it yourself."}
                    </span>
                  ) : null}
                </span>
                <div className="row">
                  {section === "land_manager" || c.own ? null : (
                    <a
                      className="button"
                      href={hrefOf(`/jobs/create/contract?role=${section}&company_id=${c.id}`)}
                    >
                      Contract<span className="sr"> with {c.name}</span>
                    </a>
                  )}{" "}
                  <EntryButton
                    intent="remove"
                    values={{ role: section, company_id: c.id, version: page.version }}
                  >
                    Remove<span className="sr"> {c.name}</span>
                  </EntryButton>
                </div>
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState title={`No ${words.many.toLowerCase()} yet`} />
        )}
      </section>
      {full ? null : (
        <section className="stack card">
          <h2>Add {words.one}</h2>
          <SetupSearchForm action={path} q={page.q} label="Search companies" kept={{ section }}>
            <label className="check">
              <input type="checkbox" name="any" value="1" defaultChecked={page.any} />
              <span>Companies of every role</span>
            </label>
          </SetupSearchForm>
          {page.found.length ? (
            <ul className="lines">
              {page.found.map((c) => (
                <li key={c.id} className="row between">
                  <span className="person">
                    <Avatar name={c.name} src={c.logo_url} square />
                    <span>
                      {c.name} <span className="soft small block">{c.place}</span>
                    </span>
                  </span>{" "}
                  {c.chosen ? (
                    <span className="status go">Added</span>
                  ) : (
                    <EntryButton
                      intent="add"
                      option={{ name: c.name, hint: c.place }}
                      values={{ role: section, company_id: c.id, version: page.version }}
                    >
                      Add<span className="sr"> {c.name}</span>
                    </EntryButton>
                  )}
                </li>
              ))}
            </ul>
          ) : (
            <p>No company name matches.</p>
          )}
          {page.more ? <p className="soft small">There are more. Search by part of the name.</p> : null}
        </section>
      )}
      {full ? null : (
        <InviteCompany
          name={page.q}
          open={page.found.length === 0 || Boolean(typed)}
          texts={page.texts}
          reply={typed}
          values={{ role: section, version: page.version, intent: "invite" }}
          submissionId={result?.submission_id ?? submissionId}
        />
      )}
      <p>
        <a href={hrefOf(path)}>All contractors</a>
      </p>
      <BackAndNext
        back={before ? sectionHref(before) : "/jobs/create/map"}
        next={after ? sectionHref(after) : "/jobs/create/sort-sheet"}
        may={page.chosen.length > 0}
        why={words.next}
      />
    </div>
  );
}
