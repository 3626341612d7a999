import type { Expectations } from "../../../../../e2e/support/expectations";
import { ANY_COMPANY, SIGNED_IN } from "../../../../../e2e/support/rows";

/** Test expectations for the second factor. */
export const expectations: Expectations = {
  answers: {
    "/company/second-factor": ANY_COMPANY,
    "/login/code": { else: 302 },
    "/login/passkey": { else: 302 },
    "/profile/second-factor": SIGNED_IN,
    "/profile/second-factor/app": SIGNED_IN,
    "/profile/second-factor/codes": SIGNED_IN,
    "/profile/second-factor/passkeys/:passkeyId/name": { nobody: 302, else: 404 },
    "/profile/second-factor/passkeys/:passkeyId/removal": { nobody: 302, else: 404 },
    "/profile/second-factor/passkeys/made": SIGNED_IN,
    "/profile/second-factor/passkeys/new": SIGNED_IN,
    "/profile/second-factor/removal": SIGNED_IN,
  },
  params: { passkeyId: "1" },
  pages: {
    manager: [
      "/company/second-factor",
      "/profile/second-factor",
      "/profile/second-factor/app",
      "/profile/second-factor/codes",
      "/profile/second-factor/passkeys/new",
      "/profile/second-factor/removal",
    ],
  },
  alike: {},
  forms: {
    manager: [
      "/profile/second-factor/app",
      "/profile/second-factor/codes",
      "/profile/second-factor/passkeys/made",
      "/profile/second-factor/passkeys/new",
      "/profile/second-factor/removal",
      "/company/second-factor",
    ],
  },
  shots: [
    { name: "second-factor", as: "manager", path: "/profile/second-factor" },
    { name: "second-factor-app", as: "manager", path: "/profile/second-factor/app" },
    { name: "second-factor-passkey", as: "manager", path: "/profile/second-factor/passkeys/new" },
    { name: "second-factor-company", as: "manager", path: "/company/second-factor" },
  ],
};
