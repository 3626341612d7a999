import { isRouteErrorResponse } from "@remix-run/react";
import { PageHead } from "~/ui/parts";
import type { SignInNeeded } from "~/web/post-after-login.server";
import { SignInForm } from "../ui/sign-in-form";

/** Return what a 401 answer carries through sign-in, or null for any other error. */
export const readSignInFirst = (error: unknown): SignInNeeded | null =>
  isRouteErrorResponse(error) && error.status === 401 && error.data?.carried ? error.data : null;

/**
 * The sign-in form that a post was answered with, which keeps what was typed. Every error boundary must show it: the
 * boundary nearest to the page takes the error, and anything else it shows loses the form.
 */
export function SignInFirstForm({ message, carried, login }: SignInNeeded) {
  return (
    <>
      <PageHead title="Sign in to continue" lede={message} />
      <SignInForm carried={carried} login={login} />
    </>
  );
}
