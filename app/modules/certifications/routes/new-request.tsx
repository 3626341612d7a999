import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { EmptyState, Facts, Notice, PageHead } from "~/ui/parts";
import { SearchForm } from "~/ui/search-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { formatCertificationName } from "../rules/certifications";
import { getGroupToJoin, requestCertification, searchCertificationGroups } from "../shared/requests.server";

export const meta: MetaFunction = () => [{ title: "Use another company's certificate · Timbertally" }];

const MAX_SHOWN = 20;

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const query = new URL(args.request.url).searchParams;
  const chosen = query.get("certification_group_id");
  if (chosen !== null) {
    const group = await callProcedure(getGroupToJoin, ctx, { certification_group_id: parseId(chosen) });
    return { group, q: "", found: [], total: 0, submission_id: createSubmissionId() };
  }
  const q = (query.get("q") ?? "").slice(0, 100);
  const { certification_groups, meta } = await callProcedure(searchCertificationGroups, ctx, {
    searchTerm: q,
    take: MAX_SHOWN,
  });
  return {
    group: null,
    q,
    found: certification_groups,
    total: meta.total,
    submission_id: createSubmissionId(),
  };
}

export async function action(args: ActionFunctionArgs) {
  return submit(requestCertification, args, { to: () => `${paths.certifications}#requests` });
}

export default function NewRequest() {
  const { group } = useLoaderData<typeof loader>();
  return (
    <div className="narrow">
      <PageHead
        title="Use another company's certificate"
        lede="Once its holder accepts your company into a group, your loads can use the certificate."
      />
      {group ? <Ask /> : <Find />}
    </div>
  );
}

type Found = Awaited<ReturnType<typeof searchCertificationGroups.run>>["certification_groups"][number];
const wordsOf = ({ certification_type, certification, product_claim }: Found) =>
  formatCertificationName({
    type: certification_type.name,
    license: certification.license,
    claim: product_claim?.name ?? null,
  });

/** First step of a request: choose another company and one of its groups. */
function Find() {
  const { q, found, total } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <SearchForm
        label="Holder, group or license"
        q={q}
        placeholder="Holder, group or license"
        icon
        suggests
        autoComplete="off"
      />
      {found.length ? (
        <ul className="lines card">
          {found.map((g) => (
            <li key={g.certification_group.id}>
              <a href={paths.newCertificationRequest(g.certification_group.id)} data-option={wordsOf(g)}>
                {g.company.name}: {g.certification_group.name}
              </a>
              <br />
              <span className="soft small">{wordsOf(g)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          title={q ? "No group matches your search" : "No group to join"}
          next={
            q
              ? { href: paths.newCertificationRequest(), label: "Show all groups" }
              : { href: paths.certifications, label: "Back to certifications" }
          }
        >
          <p className="soft">First, the certificate's holder starts a group on its own company page.</p>
        </EmptyState>
      )}
      {total > found.length ? (
        <p className="soft small">
          The first {found.length} of {total}. Search to narrow the list.
        </p>
      ) : null}
      <p>
        <a href={paths.certifications}>Back to certifications</a>
      </p>
    </div>
  );
}

/** Then: ask. */
function Ask() {
  const { group, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (!group) return null;
  return (
    <ActionForm
      result={result}
      submissionId={submission_id}
      formErrors={[
        ...(result?.reply.error?.[""] ?? []),
        ...(result?.reply.error?.certification_group_id ?? []),
      ]}
      button={`Ask ${group.company.name}`}
      back={{ href: paths.newCertificationRequest(), label: "Choose another" }}
    >
      {result?.alreadySent ? (
        <Notice tone="warn" title="This form was already sent">
          <p>
            What you sent then was saved. <a href={result.alreadySent.href}>Open your requests</a>.
          </p>
        </Notice>
      ) : null}
      <div className="card">
        <Facts
          facts={[
            { term: "Holder", value: group.company.name },
            { term: "Group", value: group.certification_group.name },
            { term: group.certification_type.name, value: group.certification.license },
            { term: "Product claim", value: group.product_claim?.name },
          ]}
        />
      </div>
      <input type="hidden" name="certification_group_id" value={group.certification_group.id} />
    </ActionForm>
  );
}
