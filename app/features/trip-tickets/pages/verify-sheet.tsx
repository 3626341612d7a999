import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { VerifiedSheet } from "~/features/trip-tickets/verified-sheet";
import { verifySheet } from "~/features/trip-tickets/verify-sheet.server";
import { PublicFrame } from "~/ui/shell";
import { openContext } from "~/web/context.server";
import { call } from "~/web/respond.server";
import { scannedCode } from "~/web/scanned";

export const meta: MetaFunction = () => [
  { title: "Is this sheet real? · Timbertally" },
  { name: "robots", content: "noindex" },
];

/** Everyone who has a sheet's code is answered here; nobody is sent to sign in. */
export async function loader(args: LoaderFunctionArgs) {
  const { sig, history } = scannedCode(args.request.url);
  const id = /^\d{1,15}$/.test(args.params.sheetId ?? "") ? Number(args.params.sheetId) : 0;
  return { sig, sheet: await call(verifySheet, await openContext(args), { id, sig, history }) };
}

export default function Page() {
  const { sig, sheet } = useLoaderData<typeof loader>();
  return (
    <PublicFrame>
      <VerifiedSheet sheet={sheet} sig={sig} />
    </PublicFrame>
  );
}
