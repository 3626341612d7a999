import { ButtonLink } from "~/ui/parts";

/**
 * Toolbar above a report on the screen: a link back, the report's parts, its days, and how to print. The toolbar is not
 * printed.
 */
export function ReportToolbar({
  back,
  here,
  days,
  part,
  parts,
}: {
  back: { href: string; label: string };
  here: string;
  days: { from: string; to: string };
  part: number;
  parts: number;
}) {
  const ofPart = (to: number) => `${here}?from=${days.from}&to=${days.to}&part=${to}`;
  return (
    <div className="stack screen-only">
      <div className="row">
        <button type="button" className="button primary" data-print hidden>
          Print
        </button>{" "}
        <ButtonLink href={back.href}>{back.label}</ButtonLink>
        {part > 1 ? <ButtonLink href={ofPart(part - 1)}>Part {part - 1}</ButtonLink> : null}
        {part < parts ? <ButtonLink href={ofPart(part + 1)}>Part {part + 1}</ButtonLink> : null}
      </div>
      <p className="soft">To print it, use your browser's Print, or press Ctrl and P.</p>
      <form method="get" className="row">
        <label htmlFor="from">From</label>{" "}
        <input className="input short" type="date" id="from" name="from" defaultValue={days.from} />{" "}
        <label htmlFor="to">to</label>{" "}
        <input className="input short" type="date" id="to" name="to" defaultValue={days.to} />{" "}
        <button type="submit" className="button">
          Show these days
        </button>
      </form>
    </div>
  );
}
