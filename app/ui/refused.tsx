import { ButtonLink, Notice } from "./parts";

/** In place of a form that would be refused: why, and the way back. */
export function Refused({ why, back }: { why: string; back: { href: string; label: string } }) {
  return (
    <div className="stack">
      <Notice tone="warn">
        <p>{why}</p>
      </Notice>
      <div className="row">
        <ButtonLink href={back.href} tone="primary">
          {back.label}
        </ButtonLink>
      </div>
    </div>
  );
}
