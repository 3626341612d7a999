import { DetailBox, Time } from "~/ui/parts";

type Event = {
  id: number;
  text: string;
  by: string | null;
  reason: string | null;
  when: { at: string; text: string };
};

/** Events of an account, with the person who caused each event. */
export function AccountEvents({ events, reasons = false }: { events: Event[]; reasons?: boolean }) {
  if (events.length === 0) return null;
  return (
    <DetailBox title="Account history" full>
      <ul className="lines">
        {events.map((e) => (
          <li key={e.id}>
            {e.text}
            {e.by ? `, by ${e.by}` : ""}
            <br />
            <span className="soft small">
              <Time {...e.when} />
              {reasons && e.reason ? ` · ${e.reason}` : ""}
            </span>
          </li>
        ))}
      </ul>
    </DetailBox>
  );
}
