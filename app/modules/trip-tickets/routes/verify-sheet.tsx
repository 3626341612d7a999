import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PublicFrame } from "~/ui/shell";
import { createOpenContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { readScannedCode } from "~/web/qr-params";
import { verifySheet } from "../paper/data/verify-sheet.server";
import { VerifiedSheet } from "../paper/ui/verified-sheet";

export const meta: MetaFunction = () => [
  { title: "Is this sheet real? · Timbertally" },
  { name: "robots", content: "noindex" },
];

/** Respond to anyone who has a sheet's code; nobody is redirected to sign in. */
export async function loader(args: LoaderFunctionArgs) {
  const { sig, history } = readScannedCode(args.request.url);
  const id = /^\d{1,15}$/.test(args.params.sheetId ?? "") ? Number(args.params.sheetId) : 0;
  return {
    sig,
    sheet: await callProcedure(verifySheet, await createOpenContext(args), { id, sig, history }),
  };
}

export default function SheetVerificationPage() {
  const { sig, sheet } = useLoaderData<typeof loader>();
  return (
    <PublicFrame>
      <VerifiedSheet sheet={sheet} sig={sig} />
    </PublicFrame>
  );
}
