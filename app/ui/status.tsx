import { hasKey } from "~/lib/object/records";
import { getStatusLabel, STATUS, type StatusId } from "~/modules/trip-tickets/rules/trip-ticket";

const FORM: Record<StatusId, { tone: string; shape: string; filled?: boolean }> = {
  [STATUS.available]: { tone: "go", shape: "M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1Z" },
  [STATUS.inYard]: { tone: "go", shape: "M1 3h10v7H1Z" },
  [STATUS.claimed]: { tone: "go", shape: "M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1Z", filled: true },
  [STATUS.inTransit]: { tone: "go", shape: "M1 1l10 5-10 5Z", filled: true },
  [STATUS.paused]: { tone: "wait", shape: "M2 1h3v10H2ZM7 1h3v10H7Z", filled: true },
  [STATUS.completed]: { tone: "done", shape: "M1 6.5 4.5 10 11 2" },
  [STATUS.cancelled]: { tone: "stop", shape: "M2 2l8 8M10 2l-8 8" },
};

/** A ticket's status: its name and a distinct shape, so that color is never the only sign. */
export function Status({ id }: { id: number }) {
  const form = hasKey(FORM, id) ? FORM[id] : null;
  return (
    <span className={`status ${form?.tone ?? "done"}`}>
      <svg
        viewBox="0 0 12 12"
        fill={form?.filled ? "currentColor" : "none"}
        stroke="currentColor"
        strokeWidth="1.8"
        aria-hidden="true"
      >
        <path d={form?.shape} />
      </svg>
      {getStatusLabel(id)}{" "}
    </span>
  );
}
