import { ButtonLink, Notice } from "./parts";

/** Notice shown instead of a form that the server would refuse: the reason, and a link back. */
export function RefusalNotice({ why, back }: { why: string; back: { href: string; label: string } }) {
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
