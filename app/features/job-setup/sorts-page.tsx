import { replyFieldsOf } from "~/ui/employee-form";
import { ErrorSummary, SelectField } from "~/ui/field";
import { ButtonLink, EmptyState, PageHead } from "~/ui/parts";
import { VersionField } from "~/ui/version-field";
import type { FormReply } from "~/web/respond.server";
import type { SortSection } from "./draft-steps";
import { MixForm } from "./mix-form";
import { EntryButton, FindForm, NotYet, SectionLine, Way } from "./setup-parts";
import type { getSorts } from "./sorts.server";

export type Sorts = Awaited<ReturnType<typeof getSorts.run>>;
const LABELS: Record<SortSection, string> = {
  products: "Products",
  destinations: "Destinations",
  product_mix: "Product mix",
};

/** The company cannot be changed here: its destinations and products are what is chosen (spec 1, section 5). */
const lockedWords = (company: string) =>
  `You can not select a company on this page. If you need to create this job on behalf of ${company}, please return to the job overview page and select the company from there.`;

type Props = {
  page: Sorts;
  path: string;
  /** Next was pressed with nothing ticked in the mix. */
  none: boolean;
  result?: FormReply;
  submissionId: string;
};

/** The sort sheet: products, then destinations, then which of them takes what. */
export function SortsPage(props: Props) {
  const { page, path, result } = props;
  if (page.first) return <NotYet title="Sort sheet" first={page.first} />;
  const { section } = page;
  const open = page.sections.findIndex((s) => !s.next);
  const counts: Record<SortSection, number> = {
    products: page.products.length,
    destinations: page.destinations.length,
    product_mix: 0,
  };
  const errors = Object.values(result?.reply.error ?? {}).flatMap((e) => e ?? []);
  return (
    <div className={section === "product_mix" ? "stack loose" : "narrow stack loose"}>
      <PageHead
        title="Sort sheet"
        actions={<ButtonLink href="/jobs/create/copy?what=sort-sheet">Copy Sort Sheet</ButtonLink>}
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
      <SectionLine
        label="Sort sheet"
        sections={page.sections.map((s, i) => ({
          name: s.name,
          label: `${LABELS[s.name]}${counts[s.name] ? ` (${counts[s.name]})` : ""}`,
          href: `${path}?section=${s.name}`,
          here: s.name === section,
          open: open === -1 || i <= open,
        }))}
      />
      {section === "product_mix" ? null : <ErrorSummary formErrors={errors} />}
      {section === "products" ? <Products {...props} /> : null}
      {section === "destinations" ? <Destinations {...props} /> : null}
      {section === "product_mix" ? <MixForm {...props} /> : null}
    </div>
  );
}

function Products({ page, path, result }: Props) {
  const field = replyFieldsOf(result?.reply);
  return (
    <>
      <section className="stack card" aria-label="Selected">
        {page.products.length ? (
          <ul className="lines">
            {page.products.map((p) => (
              <li key={p.key} className="row between">
                <span>
                  {p.name} <span className="soft">by the {UNITS[p.unit]}</span>
                </span>
                <EntryButton intent="remove-product" values={{ product: p.key, version: page.version }}>
                  Remove<span className="sr"> {p.name}</span>
                </EntryButton>
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState title="No products have been added to this job yet." />
        )}
      </section>
      <form method="post" className="stack card">
        <h2>Add a product</h2>
        <VersionField of={page.version - 1} result={result} />
        <SelectField
          field={field("product")}
          label="Product"
          options={page.offered}
          empty="Choose a product"
          none="No product matches your search"
        />
        <SelectField
          field={field("wood_unit_type_id")}
          label="Unit"
          hint="Leave it empty to use the product's usual unit."
          options={[2, 1, 3].map((value) => ({ value, label: UNITS[value] ?? "" }))}
          empty="The product's usual unit"
        />
        <div className="row">
          <button type="submit" className="button" name="intent" value="add-product">
            Add product
          </button>
        </div>
      </form>
      <Way
        back="/jobs/create/companies?section=hauler"
        next={`${path}?section=destinations`}
        may={page.products.length > 0}
        why="Add at least one product to continue."
      />
    </>
  );
}
const UNITS: Record<number, string> = { 1: "MBF", 2: "ton", 3: "cord" };

function Destinations({ page, path }: Props) {
  const chosen = new Set(page.destinations.map((d) => d.key));
  const back = encodeURIComponent(`${path}?section=destinations`);
  return (
    <>
      <section className="stack card" aria-label="Selected">
        {page.destinations.length ? (
          <ul className="lines">
            {page.destinations.map((d) => (
              <li key={d.key} className="row between">
                <span>{d.name}</span>
                <EntryButton
                  intent="remove-destination"
                  values={{ destination: d.key, version: page.version }}
                >
                  Remove<span className="sr"> {d.name}</span>
                </EntryButton>
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState title="No destinations have been added to this job yet." />
        )}
      </section>
      <section className="stack card">
        <h2>Add a destination</h2>
        <p className="hint">Places with the most wood ready come first.</p>
        <FindForm action={path} q={page.q} label="Search destinations" kept={{ section: "destinations" }} />
        <ul className="lines">
          {page.places
            .filter((p) => !chosen.has(p.key))
            .map((p) => (
              <li key={p.key} className="row between">
                <span>
                  {p.name}{" "}
                  <span className="soft small block">
                    {p.place}
                    {p.inventory ? ` · ${p.inventory} ready` : ""}
                  </span>
                </span>
                <EntryButton
                  intent="add-destination"
                  values={{ destination: p.key, version: page.version }}
                  option={{ name: p.name, hint: p.place }}
                >
                  Add<span className="sr"> {p.name}</span>
                </EntryButton>
              </li>
            ))}
        </ul>
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
      </section>
      <Way
        back={`${path}?section=products`}
        next={`${path}?section=product_mix`}
        may={page.destinations.length > 0}
        why="Add at least one destination to continue."
      />
    </>
  );
}
