import { formatCount } from "~/lib/text/text";
import { Notice } from "~/ui/parts";

type Clock = {
  label: string;
  source: string;
  starts: string;
  state: "waiting" | "met" | "due";
  due_on: string | null;
  days: number | null;
};

const WAITS: Record<string, string> = {
  harvest_end: "The time starts when the harvest is complete.",
  delivery: "The time starts with the first delivery.",
  request: "The time starts when the owner asks.",
};

function standing(clock: Clock): string {
  if (clock.state === "met") return "The report was given.";
  if (clock.state === "waiting" || clock.days === null) return WAITS[clock.starts] ?? "";
  if (clock.days < 0) return `Due ${clock.due_on}. That was ${formatCount(-clock.days, "day")} ago.`;
  return clock.days === 0
    ? `Due today, ${clock.due_on}.`
    : `Due ${clock.due_on}, in ${formatCount(clock.days, "day")}.`;
}

/** List of deadlines by state law for the report to the land owner, with the source of each rule. */
export function DeadlineList({ clocks, state }: { clocks: readonly Clock[]; state: string }) {
  if (clocks.length === 0)
    return (
      <p className="soft">We don't know of a date by which {state} requires a report to the land owner.</p>
    );
  return clocks.map((clock) => (
    <Notice
      key={clock.starts}
      tone={clock.state === "due" && (clock.days ?? 0) <= 7 ? "warn" : undefined}
      title={`Report to the land owner: ${standing(clock)}`}
    >
      <p className="small">
        {state} asks for it within {clock.label}. {clock.source}. Not legal advice.
      </p>
    </Notice>
  ));
}
