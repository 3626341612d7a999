import { ButtonLink, Notice, PageHead } from "~/ui/parts";

/** Page content that shows an account's recovery codes once. */
export function RecoveryCodes({ codes, lede }: { codes: readonly string[]; lede: string }) {
  return (
    <div className="narrow stack">
      <PageHead title="Your recovery codes" lede={lede} />
      <Notice tone="warn" title="Print or write these down now. They aren't shown again.">
        <p>Each one lets you in once if you lose your phone.</p>
        <ul className="mono">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </Notice>
      <div className="row screen-only">
        <button type="button" className="button primary" data-print hidden>
          Print
        </button>{" "}
        <ButtonLink href="/profile/second-factor">I've saved them</ButtonLink>
      </div>
    </div>
  );
}

/** Message after setting up an account's first factor. */
export const FIRST_FACTOR_MESSAGE = "The second factor is set up. Every other device is signed out.";
