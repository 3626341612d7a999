import { ActionForm } from "~/ui/action-form";
import { ErrorSummary } from "~/ui/field";
import { Facts } from "~/ui/parts";
import type { FormReply } from "~/web/form-action.server";

type Page = {
  cards: boolean;
  managed: boolean;
  is_admin: boolean;
  in_force: { words: string; needs: string | null } | null;
  left: { words: string; needs: string } | null;
  granted: readonly { name: string; words: string }[];
};

/** Current subscription, with the link to manage payment. */
export function CurrentSubscription({
  page,
  result,
  submissionId,
}: {
  page: Page;
  result?: FormReply;
  submissionId: string;
}) {
  const { in_force, left, managed, is_admin, granted } = page;
  return (
    <section className="stack" aria-labelledby="in-force">
      <h3 id="in-force">Your subscription now</h3>
      <ErrorSummary fields={[]} formErrors={result?.reply.error?.[""] ?? undefined} />
      {in_force ? (
        <p className={in_force.needs ? "notice" : undefined}>
          <strong>{in_force.words}</strong> {in_force.needs}
        </p>
      ) : page.cards ? (
        <p>You aren't paying for anything by card.</p>
      ) : null}
      {left ? (
        <p className="notice">
          <strong>{left.words}</strong> {left.needs}
        </p>
      ) : null}
      <Facts facts={granted.map(({ name, words }) => ({ term: name, value: words }))} />
      {managed && is_admin ? (
        <div className="row">
          <Manage submissionId={`${submissionId}-manage`}>Manage subscription</Manage>
          <Manage submissionId={`${submissionId}-card`} card>
            Change card
          </Manage>
        </div>
      ) : null}
    </section>
  );
}

function Manage({ submissionId, card, children }: { submissionId: string; card?: true; children: string }) {
  return (
    <ActionForm submissionId={submissionId} button={children} intent="portal" plain>
      {card ? <input type="hidden" name="card" value="on" /> : null}
    </ActionForm>
  );
}
