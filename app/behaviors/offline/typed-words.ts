import { type KeptForm, NOT_TYPED } from "~/domain/offline/kept-forms";
import { sentAsItCame } from "../as-it-came";
import { parsed } from "../dom";
import { ownPage } from "./store";

/** A moment of this device, in its own zone. */
export const moment = (ms: number) =>
  new Date(ms).toLocaleString("en-US", {
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });

const DAY_AND_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;
const inWords = (value: string) => (DAY_AND_TIME.test(value) ? moment(new Date(value).getTime()) : value);

/** What was typed, in the words of the page that the form was on, where that page is kept. */
export function typedWords(item: KeptForm, page: Document | null): [string, string][] {
  const find = (selector: string) =>
    [page, ...[...(page?.querySelectorAll("template") ?? [])].map(({ content }) => content)]
      .map((part) => part?.querySelector(selector))
      .find((found) => found);
  const address = (form: HTMLFormElement) =>
    new URL(form.getAttribute("action") ?? item.page, location.origin);
  const form = [...(page?.forms ?? [])].find((one) => address(one).pathname === item.action.split("?")[0]);
  const came = new Map(form ? sentAsItCame(form) : []);
  return item.fields
    .filter(([name, value]) => value.trim() !== "" && !NOT_TYPED.test(name) && came.get(name) !== value)
    .flatMap(([name, value]): [string, string][] => {
      const named = `[name="${CSS.escape(name)}"]`;
      const field = form?.querySelector(named) ?? find(named);
      if (field instanceof HTMLInputElement && field.type === "hidden") return [];
      const label = find(`label[for="${CSS.escape(field?.id ?? "")}"]`)?.textContent?.trim();
      const options = field instanceof HTMLSelectElement ? [...field.options] : [];
      const option = options.find((one) => one.value === value)?.textContent?.trim();
      return [[label || name.replaceAll("_", " "), option || inWords(value)]];
    });
}

/** Its files: what they are called, and how large they are. */
export const fileWords = ({ files = [] }: KeptForm): [string, string][] =>
  files.map(([name, bytes]) => [
    "File",
    `${name}, ${Math.max(1, Math.round(bytes / 1024)).toLocaleString("en-US")} KB`,
  ]);

/** The page on which an item was typed, where this device keeps it: a sheet's form is the one of its job. */
export async function keptPageOf({ page }: KeptForm): Promise<Document | null> {
  const form = page.replace(/[&?]sheet(_number)?=.*$/, "&sheet_number=");
  for (const [address, ignoreSearch] of [
    [page, false],
    [form, false],
    [page, page.startsWith("/outbox/")],
  ] as const) {
    const found = await ownPage(address, { ignoreSearch }).catch(() => undefined);
    if (found) return parsed(await found.text());
  }
  return null;
}
