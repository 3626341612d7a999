import type { Page } from "@playwright/test";

export type Field = {
  name: string;
  kind: string;
  value: string;
  required: boolean;
  maxLength: number;
  options: string[] | null;
};
/** A form as its page has it. */
export type Form = { page: string; action: string; upload: boolean; intent: string; fields: Field[] };

const LONG = "x".repeat(200_000);

/** What a field must not take, by what it says of itself. */
export function wrongValues({ name, kind, required, maxLength, options }: Field): string[] {
  if (name === "submission_id") return ["not an id", "x".repeat(500), "a\u0000b"];
  if (name === "version") return ["1e9", "-1", "abc", "99", "1.5", "[]"];
  if (kind === "hidden") return ["zzz", "-1", "{}"];
  if (options) return ["zzz", "987654321", "-1", "[object Object]"];
  if (kind === "checkbox" || kind === "radio") return /_ids?$/.test(name) ? ["987654321", "zzz"] : [];
  if (kind === "file") return ["just words"];
  const values = ["a\u0000b", "\u001b[2J"];
  if (maxLength > 0 || kind === "textarea" || kind === "text") values.push(LONG);
  if (kind === "number" || /volume|pounds|latitude|longitude|loads/.test(name))
    values.push("-181", "1e400", "twelve", "12,34,5");
  if (kind === "datetime-local") values.push("yesterday", "2026-99-99T99:99", "9999999-01-01T00:00");
  if (kind === "email") values.push("not an address");
  if (kind === "tel") values.push("12");
  if (required) values.push("", "   ");
  return values;
}

/** The forms of a page that change something. */
export const formsOn = (page: Page): Promise<Omit<Form, "page">[]> =>
  page.locator("form[method=post]").evaluateAll((forms) =>
    (forms as HTMLFormElement[]).map((form) => ({
      // A field may be called "action" or "elements": the attributes are asked, not the properties.
      action: new URL(form.getAttribute("action") ?? "", document.location.href).href,
      upload: form.enctype === "multipart/form-data",
      intent: form.querySelector<HTMLButtonElement>("button[name=intent]")?.value ?? "",
      fields: [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>("[name]")]
        // Buttons, and images that are clicked, go by what is pressed.
        .filter((field) => field.tagName !== "BUTTON" && field.type !== "image")
        .map((field) => ({
          name: field.name,
          kind: field.tagName === "INPUT" ? field.type : field.tagName.toLowerCase(),
          value: (field as HTMLInputElement).type === "checkbox" ? "" : field.value,
          required: field.required,
          maxLength: field.tagName === "SELECT" ? -1 : (field as HTMLInputElement).maxLength,
          options:
            field.tagName === "SELECT" ? [...(field as HTMLSelectElement).options].map((o) => o.value) : null,
        })),
    })),
  );

/** Names of tickets in an address, as the newest of that status that this person sees. */
export async function addressesOf(page: Page) {
  const one = async (status: number) => {
    const data = { trip_ticket_status_ids: [status], take: 1 };
    const found = await page.request.post("/api/trip-tickets/search", { data });
    if (!found.ok()) return "";
    const { trip_tickets } = (await found.json()) as { trip_tickets: { trip_ticket: { id: number } }[] };
    return `/trip-tickets/${trip_tickets[0]?.trip_ticket.id}`;
  };
  const place = async (list: string, name: string) => {
    const found = await page.request.get(`/api/company/1/${list}`);
    const id = new RegExp(`"${name}":\\[?\\{"id":(\\d+)`).exec(await found.text())?.[1];
    return `/company/${list}/${id}`;
  };
  const owner = async () => {
    const list = await page.request.get("/api/land-owners");
    return `/company/land-owners/${/"id":(\d+)/.exec(await list.text())?.[1]}`;
  };
  const found: Record<string, string> = {
    type: await place("location-types", "company_location_types"),
    location: await place("locations", "company_location"),
    destination: await place("destinations", "company_destination"),
    owner: await owner(),
    available: await one(7),
    claimed: await one(1),
    completed: await one(3),
    ...(await peopleOf(page)),
  };
  return (path: string) => path.replace(/\{(\w+)\}/, (_, name: string) => found[name] ?? "");
}

/** Somebody who has not signed in yet, a crew that can be deleted, and a request to join, by the people's page. */
async function peopleOf(page: Page): Promise<Record<string, string>> {
  const html = await (await page.request.get("/company/people")).text();
  const link = (pattern: RegExp) => pattern.exec(html)?.[1] ?? "";
  return {
    waiting: link(/href="(\/company\/people\/\d+)\/link"/),
    crew: [...html.matchAll(/href="(\/company\/crews\/\d+)"/g)].at(-1)?.[1] ?? "",
    request: link(/href="(\/company\/requests\/\d+)"/),
  };
}
