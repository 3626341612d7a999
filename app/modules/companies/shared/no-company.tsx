import { ButtonLink } from "~/ui/parts";

/** Links for a user without a company: set one up, or ask to join one. */
export function StartOrJoinCompany() {
  return (
    <>
      <p className="soft">
        When your company invites you, open its link. Without a link, ask to join it, or set up a company of
        your own.
      </p>
      <form method="post" action="/onboarding/start" className="row">
        <button type="submit" className="button primary">
          Set up a company
        </button>{" "}
        <ButtonLink href="/onboarding/join-company">Join a company</ButtonLink>
      </form>
    </>
  );
}
