import { isRouteErrorResponse } from "@remix-run/react";
import { PageHead } from "~/ui/parts";
import type { SignInRequiredData } from "~/web/post-after-login.server";
import { SignInForm } from "../ui/sign-in-form";

/** Return the posted form in a 401 response, to resubmit after signing in; null for any other error. */
export const getSignInRequiredData = (error: unknown): SignInRequiredData | null =>
  isRouteErrorResponse(error) && error.status === 401 && error.data?.carried ? error.data : null;

/**
 * Sign-in form shown in response to a post, which keeps the posted values. Every error boundary must show this form:
 * the boundary nearest to the page gets the error, and any other content shown there loses the posted values.
 */
export function SignInFirstForm({ message, carried, login }: SignInRequiredData) {
  return (
    <>
      <PageHead title="Sign in to continue" lede={message} />
      <SignInForm carried={carried} login={login} />
    </>
  );
}
