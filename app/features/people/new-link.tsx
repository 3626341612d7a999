import { ErrorSummary } from "~/ui/field";
import { ButtonLink, Notice, PageHead } from "~/ui/parts";

/** A new link in place of an old one: asked for first, then shown this once. */
export function NewLink({
  name,
  to,
  made,
  errors,
}: {
  name: string;
  to: string | null;
  made: { link: string } | null | undefined;
  errors?: string[];
}) {
  if (made)
    return (
      <div className="narrow stack">
        <PageHead title={`The link for ${name}`} />
        <Notice title="The new link is made.">
          <p>
            {to ? `It is on its way to ${to}. ` : ""}Copy it now if you want to hand it on yourself; it is not
            shown again.
          </p>
          <code className="secret">{made.link}</code>
        </Notice>
        <div className="row">
          <ButtonLink href="/company/people">Back to the people</ButtonLink>
        </div>
      </div>
    );
  return (
    <div className="narrow">
      <PageHead
        title={`A new link for ${name}`}
        lede={`Whoever has it chooses the password and is in, for two weeks.${to ? ` It is sent to ${to}.` : ""} Links from before work no more.`}
      />
      <form method="post" className="stack">
        <ErrorSummary formErrors={errors} />
        <div className="row">
          <button type="submit" className="button primary">
            Make a new link
          </button>{" "}
          <a href="/company/people">Back to the people</a>
        </div>
      </form>
    </div>
  );
}
