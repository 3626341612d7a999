import { ButtonLink, Notice } from "~/ui/parts";

/** Shown instead of the export page if the company has no subscription for it. */
export function ExportPremium() {
  return (
    <div className="narrow">
      <Notice title="Exporting trip tickets needs a company subscription.">
        <p>Printing is free. Our sales team can add exports for your company.</p>
        <p>
          <ButtonLink href="/contact-sales" tone="primary" dialog="main">
            Contact Sales
          </ButtonLink>
        </p>
      </Notice>
    </div>
  );
}
