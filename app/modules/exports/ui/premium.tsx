import { ButtonLink, Notice } from "~/ui/parts";

/** Notice shown instead of the export page to a company without a subscription for exports. */
export function ExportUpsell() {
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
