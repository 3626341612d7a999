import { type QueuedForm, SYSTEM_FIELD_PATTERN } from "~/modules/offline/rules/kept-forms";
import { parseHtml } from "../dom";
import { getInitialValues } from "../initial-values";
import { matchOwnPage } from "./store";

/** Format a time in this device's time zone. */
export const formatLocalTime = (ms: number) =>
  new Date(ms).toLocaleString("en-US", {
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });

const DAY_AND_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;
const inWords = (value: string) =>
  DAY_AND_TIME.test(value) ? formatLocalTime(new Date(value).getTime()) : value;

/** List typed values with their labels from the page of the form, if that page is stored. */
export function listTypedValues(item: QueuedForm, page: Document | null): [string, string][] {
  const find = (selector: string) =>
    [page, ...[...(page?.querySelectorAll("template") ?? [])].map(({ content }) => content)]
      .map((part) => part?.querySelector(selector))
      .find((element) => element);
  const address = (form: HTMLFormElement) =>
    new URL(form.getAttribute("action") ?? item.page, location.origin);
  const form = [...(page?.forms ?? [])].find((form) => address(form).pathname === item.action.split("?")[0]);
  const came = new Map(form ? getInitialValues(form) : []);
  return item.fields
    .filter(
      ([name, value]) => value.trim() !== "" && !SYSTEM_FIELD_PATTERN.test(name) && came.get(name) !== value,
    )
    .flatMap(([name, value]): [string, string][] => {
      const named = `[name="${CSS.escape(name)}"]`;
      const field = form?.querySelector(named) ?? find(named);
      if (field instanceof HTMLInputElement && field.type === "hidden") return [];
      const label = find(`label[for="${CSS.escape(field?.id ?? "")}"]`)?.textContent?.trim();
      const options = field instanceof HTMLSelectElement ? [...field.options] : [];
      const option = options.find((option) => option.value === value)?.textContent?.trim();
      return [[label || name.replaceAll("_", " "), option || inWords(value)]];
    });
}

/** List the names and sizes of an item's files. */
export const listFileNames = ({ files = [] }: QueuedForm): [string, string][] =>
  files.map(([name, bytes]) => [
    "File",
    `${name}, ${Math.max(1, Math.round(bytes / 1024)).toLocaleString("en-US")} KB`,
  ]);

/** Parse the page on which an item was typed, if stored on this device; for a sheet, its job's form. */
export async function parseStoredPage({ page }: QueuedForm): Promise<Document | null> {
  const form = page.replace(/[&?]sheet(_number)?=.*$/, "&sheet_number=");
  for (const [address, ignoreSearch] of [
    [page, false],
    [form, false],
    [page, page.startsWith("/outbox/")],
  ] as const) {
    const response = await matchOwnPage(address, { ignoreSearch }).catch(() => undefined);
    if (response) return parseHtml(await response.text());
  }
  return null;
}
