import type { FieldMetadata } from "@conform-to/react";
import type { HTMLInputTypeAttribute, InputHTMLAttributes, ReactNode } from "react";
import { MAX_OPTIONS_WITHOUT_SEARCH } from "./limits";

/** State needed to render any field: its name, id, value and errors. */
export type FieldState = {
  name: string;
  id: string;
  defaultValue?: string;
  errors?: string[];
};

/** Return the state of a field of a conform form. */
export function getFieldState(
  meta: FieldMetadata<unknown, Record<string, unknown>, string[]> | FieldMetadata,
): FieldState {
  const value = meta.initialValue;
  return {
    name: meta.name,
    id: meta.id,
    defaultValue: typeof value === "string" ? value : undefined,
    errors: meta.errors as string[] | undefined,
  };
}

type Common = { field: FieldState; label: string; hint?: ReactNode; required?: boolean };

const describedBy = ({ id, errors }: FieldState, hint: ReactNode, unit?: string) =>
  [unit ? `${id}-unit` : "", hint ? `${id}-hint` : "", errors?.length ? `${id}-error` : ""]
    .filter(Boolean)
    .join(" ") || undefined;

function Errors({ id, errors }: FieldState) {
  return errors?.length ? (
    <span className="error" id={`${id}-error`}>
      {errors.join(" ")}
    </span>
  ) : null;
}

function Frame({ field, label, hint, required, children }: Common & { children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={field.id}>
        {label}
        {required === false ? <span className="soft small"> (optional)</span> : null}
      </label>{" "}
      {hint ? (
        <span className="hint" id={`${field.id}-hint`}>
          {hint}
        </span>
      ) : null}
      {children}
      <Errors {...field} />
    </div>
  );
}

const wiring = (field: FieldState, hint: ReactNode, unit?: string) => ({
  id: field.id,
  name: field.name,
  "aria-invalid": field.errors?.length ? (true as const) : undefined,
  "aria-describedby": describedBy(field, hint, unit),
});

export function TextField({
  type = "text",
  unit,
  short,
  attributes,
  ...common
}: Common & {
  type?: HTMLInputTypeAttribute;
  unit?: string;
  short?: boolean;
  attributes?: Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "name" | "type" | "style"> & {
    /** Name of another field that must be filled in first; a script disables this field until then. */
    "data-needs"?: string;
    /** True for a phone number field: a script formats the number as the user types. */
    "data-phone"?: boolean;
  };
}) {
  const { field, hint, required } = common;
  const input = (
    <input
      className={short ? "input short" : "input"}
      type={type}
      defaultValue={type === "password" ? undefined : field.defaultValue}
      required={required || undefined}
      {...wiring(field, hint, unit)}
      {...attributes}
    />
  );
  return (
    <Frame {...common}>
      {unit ? (
        <span className="unit">
          {input}
          <span id={`${field.id}-unit`}>{unit}</span>
        </span>
      ) : (
        input
      )}
    </Frame>
  );
}

/** Maximum length of a typed phone number; the server removes everything but digits. */
const PHONE_CHARACTERS = 20;
const EXTENDED_PHONE_CHARACTERS = 32;

/**
 * A US phone number. The server accepts any common notation. If a script runs, only digits can be typed and they are
 * formatted as the user types, (906)555-0100, at most 13 characters. The longer limit without a script allows "+1 (906)
 * 555-0100" (docs/domain.md#company-profile).
 */
export function PhoneField({
  extension = false,
  hint = extension
    ? "Ten digits, and an extension if there is one: (906)555-0100 x12"
    : "Ten digits, like (906)555-0100",
  autoComplete = "off",
  ...common
}: Common & {
  autoComplete?: string;
  /** True for a number that is called and never texted, which may have an extension. */
  extension?: boolean;
}) {
  return (
    <TextField
      {...common}
      type="tel"
      hint={hint}
      attributes={{
        inputMode: "tel",
        maxLength: extension ? EXTENDED_PHONE_CHARACTERS : PHONE_CHARACTERS,
        autoComplete,
        "data-phone": true,
      }}
    />
  );
}

type FileProps = Common & { accept: string; megabytes: number; shrink?: boolean };

/**
 * A file input, required unless `required` is false. The server checks the content; `accept` only limits the choice in
 * the file chooser. If a script runs, a file over `megabytes` isn't sent. With `shrink`, the script shrinks a photo
 * before sending; otherwise the server does.
 */
export function FileField({ accept, megabytes, shrink, ...common }: FileProps) {
  const { field, hint, required = true } = common;
  return (
    <Frame {...common}>
      <input
        className="input"
        type="file"
        accept={accept}
        data-megabytes={megabytes}
        data-shrink={shrink ? "" : undefined}
        required={required || undefined}
        {...wiring(field, hint)}
      />
    </Frame>
  );
}

export type Option = { value: string | number; label: string };

/**
 * Options that depend on another field: that field's name, its current value, and a group of options for each of its
 * values.
 */
export type DependentOptions = {
  on: string;
  value: string;
  groups: { value: string | number; label: string; options: Option[] }[];
};

const optionList = (options: Option[]) =>
  options.map((o) => (
    <option key={o.value} value={o.value}>
      {o.label}
    </option>
  ));

/**
 * A single choice. A script turns a long list into a search box (app/client/picker.ts); `none` is the message when
 * nothing matches. If options depend on another field, the server renders those for that field's sent value, and a
 * script updates them. Until that field has a value, all groups are shown with labels.
 */
export function SelectField({
  options,
  empty,
  none = "",
  ...common
}: Common & { options: Option[] | DependentOptions; empty?: string; none?: string }) {
  const { field, hint, required } = common;
  const by = "on" in options ? options : null;
  const groups = by?.groups ?? [];
  const group = groups.find(({ value }) => String(value) === by?.value);
  const offered = "on" in options ? (group?.options ?? groups.flatMap((g) => g.options)) : options;
  return (
    <Frame {...common}>
      <select
        className="input"
        data-picker={offered.length > MAX_OPTIONS_WITHOUT_SEARCH ? none : undefined}
        data-depends={by ? by.on : undefined}
        data-choices={by ? JSON.stringify(choicesOf(groups)) : undefined}
        defaultValue={field.defaultValue ?? ""}
        required={required || undefined}
        {...wiring(field, hint)}
      >
        {empty !== undefined ? <option value="">{empty}</option> : null}
        {by && !group
          ? groups.map((g) => (
              <optgroup key={g.value} label={g.label}>
                {optionList(g.options)}
              </optgroup>
            ))
          : optionList(offered)}
      </select>
    </Frame>
  );
}

const choicesOf = (groups: DependentOptions["groups"]) =>
  Object.fromEntries(groups.map((g) => [g.value, g.options.map((o) => [String(o.value), o.label])]));

export function TextArea({ rows = 3, maxLength, ...common }: Common & { rows?: number; maxLength?: number }) {
  const { field, hint, required } = common;
  return (
    <Frame {...common}>
      <textarea
        className="input"
        rows={rows}
        maxLength={maxLength}
        defaultValue={field.defaultValue}
        required={required || undefined}
        {...wiring(field, hint)}
      />
    </Frame>
  );
}

export function CheckField({ field, label, hint, checked }: Common & { checked?: boolean }) {
  return (
    <div className="field">
      <label className="check">
        <input
          type="checkbox"
          value="on"
          defaultChecked={checked ?? field.defaultValue === "on"}
          {...wiring(field, hint)}
        />
        <span>{label}</span>
      </label>{" "}
      {hint ? (
        <span className="hint" id={`${field.id}-hint`}>
          {hint}
        </span>
      ) : null}
      <Errors {...field} />
    </div>
  );
}

/** List of all errors of the form, first on the page, each linking to its field. */
export function ErrorSummary({
  formErrors,
  fields,
}: {
  formErrors?: string[];
  fields?: { id: string; errors?: string[] }[];
}) {
  const wrong = (fields ?? []).filter((f) => f.errors?.length);
  if (!formErrors?.length && wrong.length === 0) return null;
  return (
    <div className="notice danger" role="alert" tabIndex={-1}>
      <strong>{wrong.length ? "Please check these answers" : "This didn't go through"}</strong>
      <ul>
        {(formErrors ?? []).map((message) => (
          <li key={message}>{message}</li>
        ))}
        {wrong.map((f) => (
          <li key={f.id}>
            <a href={`#${f.id}`}>{f.errors?.join(" ")}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
