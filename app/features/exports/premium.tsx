import { Notice, PageHead } from "~/ui/parts";

/** Shown in place of the export's page where the company has no subscription for it. */
export function ExportPremium() {
  return (
    <div className="narrow">
      <PageHead title="Export trip tickets" />
      <Notice tone="warn" title="Exporting trip tickets needs a company subscription.">
        <p>Printing is free. Speak with our sales team to add exports to your company.</p>
      </Notice>
    </div>
  );
}
