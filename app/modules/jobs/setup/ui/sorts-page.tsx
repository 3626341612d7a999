import { UnlistedProductFields } from "~/modules/products/shared/another-product";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { ErrorSummary, SelectField } from "~/ui/field";
import { ButtonLink, PageHead } from "~/ui/parts";
import { getSentFields, toStringList } from "~/ui/sent-fields";
import type { FormReply } from "~/web/form-action.server";
import type { getSortSheet } from "../data/sorts.server";
import type { SortSection } from "../rules/draft-steps";
import { MixForm } from "./mix-form";
import { StepSections, StepUnavailable } from "./setup-parts";
import { useStepHrefs } from "./step-hrefs";

export type SortsPageData = Awaited<ReturnType<typeof getSortSheet.run>>;
const LABELS: Record<SortSection, string> = {
  products: "Products",
  destinations: "Destinations",
  product_mix: "Product mix",
};

/**
 * Message that the company can't be changed here, because the listed destinations and products are the company's own
 * (docs/domain.md#setting-up-a-job).
 */
const lockedWords = (company: string) =>
  `You can not select a company on this page. If you need to create this job on behalf of ${company}, please return to the job overview page and select the company from there.`;

/** Message for a section without the entry that Next requires. */
const NEEDED = {
  products: "Add at least one product to continue.",
  destinations: "Add at least one destination to continue.",
};

const PRODUCT_FIELDS = ["product", "product_type_id", "wood", "wood_unit_type_id"];

type Props = {
  page: SortsPageData;
  path: string;
  /** True if Next was pressed with nothing checked. */
  none: boolean;
  result?: FormReply;
  submissionId: string;
};

/** Page of the sort sheet: products, then destinations, then the products that each destination accepts. */
export function SortsPage(props: Props) {
  const { page, path, result } = props;
  const { hrefOf } = useStepHrefs();
  if (page.first) return <StepUnavailable title="Sort sheet" first={page.first} />;
  const { section } = page;
  const open = page.sections.findIndex((s) => !s.next);
  const counts: Record<SortSection, number> = {
    products: page.products.length,
    destinations: page.destinations.length,
    product_mix: 0,
  };
  const replied = result?.reply.error ?? {};
  // The product's fields are on the page; their messages link to them.
  const fields = (section === "products" ? PRODUCT_FIELDS : []).map((id) => ({
    id,
    errors: replied[id] ?? undefined,
  }));
  const wrong = Object.entries(replied).flatMap(([name, errors]) =>
    fields.some(({ id }) => id === name) ? [] : (errors ?? []),
  );
  const lacks = props.none && !result && section !== "product_mix" && counts[section] === 0;
  const errors = lacks ? [NEEDED[section]] : wrong;
  return (
    <div className={section === "product_mix" ? "stack loose" : "narrow stack loose"}>
      <PageHead
        title="Sort sheet"
        actions={<ButtonLink href={hrefOf("/jobs/create/copy?what=sort-sheet")}>Copy Sort Sheet</ButtonLink>}
      />
      <div className="field">
        <label htmlFor="locked-company">Company</label>
        <select className="input" id="locked-company" disabled aria-describedby="locked-hint">
          <option>{page.requester.name}</option>
        </select>
        <span className="hint" id="locked-hint">
          {lockedWords(page.requester.name)}
        </span>
      </div>
      <StepSections
        label="Sort sheet"
        sections={page.sections.map((s, i) => ({
          name: s.name,
          label: `${LABELS[s.name]}${counts[s.name] ? ` (${counts[s.name]})` : ""}`,
          href: `${path}?section=${s.name}`,
          here: s.name === section,
          open: open === -1 || i <= open,
        }))}
      />
      {section === "product_mix" ? null : <ErrorSummary formErrors={errors} fields={fields} />}
      {section === "products" ? <Products {...props} /> : null}
      {section === "destinations" ? <Destinations {...props} /> : null}
      {section === "product_mix" ? <MixForm {...props} /> : null}
    </div>
  );
}

const UNITS: Record<number, string> = { 1: "MBF", 2: "ton", 3: "cord" };

/** Products to check: the chosen products, the products of earlier jobs, and one more from the whole list. */
function Products({ page, result, submissionId }: Props) {
  const field = createFieldStateGetter(result?.reply);
  const ticked = result ? toStringList(getSentFields(result).products) : null;
  const listed = [
    ...page.products.map((p) => ({ ...p, chosen: ticked?.includes(p.key) ?? true })),
    ...page.usual.map((p) => ({ ...p, chosen: ticked?.includes(p.key) ?? false })),
  ];
  return (
    <ActionForm
      loose
      data-keep-draft={result?.conflict ? undefined : "step"}
      result={result}
      submissionId={submissionId}
      version={page.version - 1}
      formErrors={[]}
      button={null}
    >
      <fieldset className="stack card">
        <legend>
          <h2>Products</h2>
        </legend>
        {page.products.length ? null : <p className="soft">No products have been added to this job yet.</p>}
        {listed.map((p) => (
          <label key={p.key} className="check">
            <input type="checkbox" name="products" value={p.key} defaultChecked={p.chosen} />
            <span>
              {p.name} <span className="soft">by the {UNITS[p.unit]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="stack card" data-not-kept>
        <h2>Add a product</h2>
        <SelectField
          field={field("product")}
          label="Product"
          options={page.offered}
          empty="Choose a product"
          none="No product matches your search"
          hint={page.state ? `What's common in ${page.state} comes first.` : undefined}
          required={false}
        />
        <UnlistedProductFields parts={page.parts} field={field} />
        <SelectField
          field={field("wood_unit_type_id")}
          label="Unit"
          hint="Leave it empty to use the product's usual unit."
          options={[2, 1, 3].map((value) => ({ value, label: UNITS[value] ?? "" }))}
          empty="The product's usual unit"
          required={false}
        />
        <div className="row">
          <button type="submit" className="button" name="intent" value="another-product">
            Add product
          </button>
        </div>
      </div>
      <NextOf intent="choose-products" back="/jobs/create/companies" why={NEEDED.products} />
    </ActionForm>
  );
}

/** Next also saves the checked boxes, so that no page load is needed for each entry. */
function NextOf({ intent, back, why }: { intent: string; back: string; why: string }) {
  const { hrefOf } = useStepHrefs();
  return (
    <div className="stack">
      <div className="row">
        <button
          type="submit"
          className="button primary"
          name="intent"
          value={intent}
          aria-describedby="why-not"
        >
          Next
        </button>{" "}
        <a className="button" href={hrefOf(back)}>
          Back
        </a>
      </div>
      <p className="soft small" id="why-not">
        {why}
      </p>
      <p className="soft small" role="status" data-said hidden />
    </div>
  );
}

/** Destinations to check: the chosen destinations, then other places by waiting wood and by miles. */
function Destinations({ page, path, result, submissionId }: Props) {
  const chosen = new Set(page.destinations.map((d) => d.key));
  const { hrefOf } = useStepHrefs();
  const back = encodeURIComponent(hrefOf(`${path}?section=destinations`));
  const placed = page.places.filter((p) => chosen.has(p.key));
  const elsewhere = page.destinations.filter((d) => !placed.some((p) => p.key === d.key));
  const bare = { place: "", inventory: null, miles: null };
  return (
    <ActionForm
      loose
      data-needs-tick="destinations"
      data-keep-draft={result?.conflict ? undefined : "step"}
      result={result}
      submissionId={submissionId}
      version={page.version - 1}
      formErrors={[]}
      button={null}
    >
      <div className="stack card">
        <div className="search">
          <input
            className="input"
            type="search"
            name="q"
            defaultValue={page.q}
            aria-label="Search destinations"
            placeholder="Search destinations"
            maxLength={100}
          />
          <button type="submit" className="button" name="intent" value="find-destinations">
            Search
          </button>
        </div>
        <fieldset className="stack">
          <legend>
            <h2>Destinations</h2>
          </legend>
          {page.destinations.length ? null : (
            <p className="soft">No destinations have been added to this job yet.</p>
          )}
          <p className="hint">Places with the most wood ready come first, then the nearest.</p>
          {[...elsewhere.map((d) => ({ ...d, ...bare })), ...page.places].map((p) => (
            <label key={p.key} className="check">
              <input type="checkbox" name="destinations" value={p.key} defaultChecked={chosen.has(p.key)} />
              <span>
                {p.name}{" "}
                <span className="soft small block">
                  {[
                    p.place,
                    p.miles === null ? "" : `about ${p.miles} mi`,
                    p.inventory ? `${p.inventory} ready` : "",
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        {page.more ? <p className="soft small">There are more. Search by part of the name.</p> : null}
        {page.may_add_destination ? (
          <p>
            <a
              href={`/companies/${page.requester.id}/?tab=destinations&action=add_destination&return_to=${back}`}
            >
              Create New Destination
            </a>
          </p>
        ) : null}
      </div>
      <NextOf intent="choose-destinations" back={`${path}?section=products`} why={NEEDED.destinations} />
    </ActionForm>
  );
}
