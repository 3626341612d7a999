import { buildRecord } from "~/lib/object/records";
import { ActionForm } from "~/ui/action-form";
import { createChoiceFormatter, formatDayValue } from "~/ui/compare";
import { type FieldState, SelectField, TextField } from "~/ui/field";
import { Notice } from "~/ui/parts";
import { getSentFields } from "~/ui/sent-fields";
import type { FormReply } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import type { listCertificationTypes } from "../data/certifications.server";

export type CertificationTypes = Awaited<
  ReturnType<typeof listCertificationTypes.run>
>["certification_types"];
type Saved = {
  certification_type_id: number;
  license: string;
  product_claim_id: number | null;
  expires_at: string | null;
  version: number;
};

const NAMES = ["certification_type_id", "license", "product_claim_id", "expires_at"] as const;
const LABELS = {
  certification_type_id: "Certification type",
  license: "License",
  product_claim_id: "Product claim",
  expires_at: "Expires",
} as const;

/**
 * Form to add a certification, or to change the `saved` one. If someone else saved first, the saved values are shown
 * next to the typed ones, and submitting again overwrites them.
 */
export function CertificationForm({
  types,
  saved,
  result,
  submissionId,
}: {
  types: CertificationTypes;
  saved?: Saved;
  result?: FormReply;
  submissionId: string;
}) {
  const typed = getSentFields(result);
  const errors = result?.reply.error ?? {};
  const state = (name: (typeof NAMES)[number]): FieldState => ({
    id: name,
    name,
    defaultValue: result ? String(typed[name] ?? "") : String(saved?.[name] ?? ""),
    errors: errors[name] ?? undefined,
  });
  const fields = buildRecord(NAMES, state);
  const now = (result?.conflict ?? saved) as Saved | undefined;
  const claimsByType = types.map(({ certification_type: t, product_claims }) => ({
    value: t.id,
    label: t.name,
    options: product_claims.map((c) => ({ value: c.id, label: c.name })),
  }));
  const claims = claimsByType.flatMap(({ options }) => options);
  const typeOptions = types.map(({ certification_type: t }) => ({ value: t.id, label: t.name }));
  const words: Partial<Record<string, (value: unknown) => string>> = {
    certification_type_id: createChoiceFormatter(typeOptions),
    product_claim_id: createChoiceFormatter(claims),
    expires_at: formatDayValue,
  };
  return (
    <ActionForm
      result={result}
      submissionId={submissionId}
      version={now?.version}
      fields={Object.values(fields)}
      conflict={{
        fields: NAMES.map((name) => ({ name, label: LABELS[name], words: words[name] })),
        typed,
        href: "?",
        what: "the certification",
      }}
      notice={
        result?.alreadySent ? (
          <Notice tone="warn" title="This form was already sent">
            <p>
              What you sent then was saved. <a href={result.alreadySent.href}>Open your certifications</a>.
            </p>
          </Notice>
        ) : null
      }
      button={saved ? "Save" : "Add Certification"}
      back={{ href: paths.certifications, label: "Back to certifications" }}
      loose
    >
      <div className="fields">
        <SelectField
          field={fields.certification_type_id}
          label={LABELS.certification_type_id}
          empty="Choose a type"
          options={typeOptions}
          required
        />
        <TextField
          field={fields.license}
          label={LABELS.license}
          hint="As printed on your certificate, like FSC-C104455 or SFI-00001"
          required
          attributes={{
            maxLength: 60,
            autoComplete: "off",
            spellCheck: false,
            "data-needs": "certification_type_id",
          }}
        />
        <SelectField
          field={fields.product_claim_id}
          label={LABELS.product_claim_id}
          hint="What your tickets and sales papers say about the wood"
          empty="None"
          options={{
            on: "certification_type_id",
            value: fields.certification_type_id.defaultValue ?? "",
            groups: claimsByType,
          }}
          required={false}
        />
        <TextField
          field={fields.expires_at}
          label={LABELS.expires_at}
          hint="The last day it is valid"
          type="date"
          short
          required={false}
        />
      </div>
    </ActionForm>
  );
}
