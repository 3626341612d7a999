import type { Journey } from "./effort-work";

const PULP = "Pulpwood, quaking aspen";
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const LOADS = 40;

/** Measured tasks of an office with paper books and a spreadsheet. */
export const PAPER_JOURNEYS: readonly Journey[] = [
  {
    job: "key one more finished load from its paper",
    who: "manager",
    most: { clicks: 1, fields: 4, pages: 1, bytes: 80_000 },
    async walk(work) {
      const { page } = work;
      await page.goto("/trip-tickets/keyed?job_id=1");
      await work.choose("Product", { label: PULP });
      await work.choose("Hauler", { label: "Manistee River Hauling" });
      const load = async (ago: number, gross: string) => {
        await work.fill("Dropped off", `${day(ago)}T13:05`);
        await work.fill("Gross (optional)", gross);
        await work.fill("Tare (optional)", "30,000");
        await work.fill("Scale ticket number (optional)", `E-${ago}`);
        await work.press("button", /^Save and key the next$/);
        await page.getByText(/is saved as delivered/).waitFor();
        await page.waitForLoadState("networkidle");
      };
      await load(12, "80,000");
      // Loads of a book are entered one after another, so count only a load after the first.
      Object.assign(work.took, { clicks: 0, fields: 0, pages: 0, bytes: 0 });
      await load(11, "81,000");
    },
  },
  {
    job: `bring ${LOADS} loads in from a spreadsheet`,
    who: "manager",
    most: { clicks: 3, fields: 1, pages: 8, bytes: 200_000 },
    async walk(work) {
      const { page } = work;
      await page.goto("/trip-tickets/imports?job_id=1");
      Object.assign(work.took, { pages: 0, bytes: 0 });
      const rows = Array.from({ length: LOADS }, (_, n) =>
        [day(20 + n), "Grayling", PULP, "Manistee", `${80 + (n % 9)},000`, "30,000", `S-${n}`].join("\t"),
      );
      const head = "Date\tDestination\tProduct\tHauler\tGross\tTare\tScale ticket";
      await work.fill("Rows, pasted", [head, ...rows].join("\n"));
      await work.press("button", /^Read the rows$/);
      if (/columns$/.test(page.url())) await work.press("button", /^Check the rows$/);
      await work.press("button", /^Save \d+ loads$/);
      await page.getByText(`${LOADS} loads came in as delivered`).waitFor({ timeout: 60_000 });
    },
  },
];
