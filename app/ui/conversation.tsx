import "~/styles/conversation.css";
import type { ReactNode } from "react";
import { Time } from "./parts";

type Message = {
  id: number;
  is_staff: boolean;
  author: string;
  body: string;
  sent: { at: string; text: string };
};

/** List of messages between two sides, oldest first. */
export function Conversation<M extends Message>(props: {
  messages: readonly M[];
  /** Content to show below a message. */
  foot?: (message: M) => ReactNode;
}) {
  return (
    <ol className="conversation">
      {props.messages.map((m) => (
        <li key={m.id} className={m.is_staff ? "card staff" : "card"}>
          <p className="small">
            <strong>{m.author}</strong>{" "}
            <span className="soft">
              <Time {...m.sent} />
            </span>
          </p>
          <p className="said">{m.body}</p>
          {props.foot?.(m)}
        </li>
      ))}
    </ol>
  );
}
