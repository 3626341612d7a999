import { useLocation } from "@remix-run/react";
import { formatDate } from "~/lib/time/time";
import { Icon } from "~/ui/icon";
import { MAX_OPTIONS_WITHOUT_SEARCH } from "~/ui/limits";
import { EmptyState } from "~/ui/parts";
import { paths } from "~/web/paths";

export type CertificationChoice = {
  id: number;
  license: string;
  type: string;
  claim: string | null;
  holder: string;
  expires: string | null;
  is_expired: boolean;
  /** False if the certification is no longer offered; a ticket that already has it keeps it until it is deselected. */
  is_offered: boolean;
};

/**
 * Certification checkboxes, inside the form that submits them as `certification_ids`. Above five there is a search:
 * with JavaScript it filters while typing; without it, its button reloads the page with the checked ones. Checked ones
 * stay in the list during any search.
 */
export function CertificationPicker({
  choices,
  ticked,
  q,
  total,
}: {
  choices: CertificationChoice[];
  ticked: number[];
  q: string;
  total: number;
}) {
  const elsewhere = !useLocation().pathname.startsWith("/company");
  const link = elsewhere ? <a href={paths.certifications}>Your company's certifications</a> : null;
  if (total === 0)
    return (
      <EmptyState
        title="No certification to use"
        next={elsewhere ? { href: paths.certifications, label: "Your company's certifications" } : null}
      >
        <p className="soft">The land manager, the hauler or the destination must have one first.</p>
      </EmptyState>
    );
  return (
    <fieldset className="stack" data-narrow="">
      <legend className="sr">Certifications</legend>
      {total > MAX_OPTIONS_WITHOUT_SEARCH ? (
        <div className="search">
          <label className="sr" htmlFor="q">
            License or product claim
          </label>
          <input
            className="input"
            type="search"
            id="q"
            name="q"
            defaultValue={q}
            maxLength={100}
            autoComplete="off"
            placeholder="License or product claim"
          />
          <button type="submit" className="button" formMethod="get" formNoValidate>
            <Icon name="search" /> Search
          </button>
        </div>
      ) : null}
      <ul className="lines narrowed">
        {choices.map((c) => (
          <li key={c.id} data-words={`${c.license} ${c.claim ?? ""}`.toLowerCase()}>
            <label className="check">
              <input
                type="checkbox"
                name="certification_ids"
                value={c.id}
                defaultChecked={ticked.includes(c.id)}
              />
              <span>
                <span className="tag">{c.type}</span> {c.license}
                <br />
                {c.is_expired && c.expires ? (
                  <span className="error-text small">Expired {formatDate(c.expires)} · </span>
                ) : null}
                {c.is_offered ? null : <span className="soft small">No longer offered · </span>}
                <span className="soft small">{[c.claim, c.holder].filter(Boolean).join(" · ")}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {choices.length ? null : <p className="soft">No certification matches your search</p>}
      {link ? <p className="small">{link}</p> : null}
    </fieldset>
  );
}
