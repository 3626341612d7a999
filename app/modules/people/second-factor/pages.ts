import type { Pages } from "~/web/page";

export const pages = {
  "/company/second-factor": {
    page: "company.tsx",
    tab: { label: "Second factor", place: 92, reads: "admin" },
  },
  "/login/code": { page: "code.tsx", bare: true },
  "/login/passkey": { page: "passkey-sign-in.tsx", bare: true },
  "/profile/second-factor": { page: "own.tsx" },
  "/profile/second-factor/app": { page: "app.tsx" },
  "/profile/second-factor/codes": { page: "recovery-codes.tsx" },
  "/profile/second-factor/passkeys": { listed: "/profile/second-factor" },
  "/profile/second-factor/passkeys/:passkeyId/name": { page: "passkey-name.tsx" },
  "/profile/second-factor/passkeys/:passkeyId/removal": { page: "passkey-removal.tsx" },
  "/profile/second-factor/passkeys/made": { page: "passkey-made.tsx" },
  "/profile/second-factor/passkeys/new": { page: "new-passkey.tsx" },
  "/profile/second-factor/removal": { page: "removal.tsx" },
} satisfies Pages;
