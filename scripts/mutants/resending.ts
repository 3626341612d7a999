import type { Mutant } from "./mutant";

const FORMS = "app/behaviors/offline/kept-forms.ts";
const PAGES = "app/behaviors/offline/kept-pages.ts";
const STEPS = ["app/behaviors/offline/load-steps.test.ts"];
const KEPT = ["app/behaviors/offline/kept-forms.test.ts"];
const REPLAYS = ["app/web/replay.test.ts"];

/** What a device keeps without a signal, and sends by itself. */
export const resending: readonly Mutant[] = [
  {
    name: "resending: another's session carries a form out",
    file: "app/web/replay.ts",
    find: 'sender !== null && sender !== `${user?.id ?? ""}.${company?.id ?? ""}`',
    put: "sender === undefined",
    tests: REPLAYS,
    title: "a form is its writer's for the company",
  },
  {
    name: "resending: it is carried out for any company of its writer",
    file: "app/web/replay.ts",
    find: 'sender !== `${user?.id ?? ""}.${company?.id ?? ""}`',
    put: 'sender.split(".")[0] !== `${user?.id ?? ""}`',
    tests: REPLAYS,
    title: "a form is its writer's for the company",
  },
  {
    name: "resending: whatever is answered with 200 was saved",
    file: FORMS,
    find: 'if (answer?.outcome === "saved" && status === 200)',
    put: "if (status === 200)",
    tests: KEPT,
    title: "only the server's own word",
  },
  {
    name: "resending: another person's forms go along",
    file: FORMS,
    find: "      if (item.user !== who.user) return false;\n",
    put: "",
    tests: KEPT,
    title: "what waits is sent oldest first",
  },
  {
    name: "resending: a load's later forms pass one that was refused",
    file: FORMS,
    find: '      if (item.state === "needs" && subject) held.add(subject);\n',
    put: "",
    tests: KEPT,
    title: "what waits is sent oldest first",
  },
  {
    name: "resending: a kept form is sent under an id that was spent",
    file: PAGES,
    find: '    .replace(SUBMISSION, (_, start: string) => `${start}${kept.newId()}"`)\n',
    put: "",
    tests: KEPT,
    title: "a kept page says when it was saved",
  },
  {
    name: "resending: what isn't sent is dropped with its age",
    file: FORMS,
    find: "item.sent_at !== null && now - item.sent_at > SENT_STAYS_MS",
    put: "now - item.typed_at > SENT_STAYS_MS",
    tests: KEPT,
    title: "listed for thirty days",
  },
  {
    name: "resending: a load's steps don't wait for the one before",
    file: FORMS,
    find: "      if (item.after !== undefined && unsent.has(item.after)) return false;\n",
    put: "",
    tests: STEPS,
    title: "the steps of a load that was typed here go one by one",
  },
  {
    name: "resending: a step is sent to whatever its load's form came to",
    file: FORMS,
    find: 'made?.state === "sent" && /^\\/trip-tickets\\/\\d+/.exec(made.href)?.[0]',
    put: 'made?.state === "sent" && made.href',
    tests: STEPS,
    title: "the steps of a load that was typed here go one by one",
  },
  {
    name: "resending: what a step needs to find its way is dropped with its age",
    file: FORMS,
    find: " && !isNeeded(item, items)",
    put: "",
    tests: STEPS,
    title: "what was sent a month ago stays as long as a step of its load waits",
  },
  {
    name: "resending: a wrong clock counts",
    file: "app/web/replay.ts",
    find: "is_clock_wrong ? typed - ahead : typed",
    put: "typed",
    tests: REPLAYS,
    title: "what a device kept happened when it was typed",
  },
  {
    name: "resending: what is typed may lie in the future",
    file: "app/web/replay.ts",
    find: "Math.min(Math.max(at, now.getTime() - LONGEST_MS), now.getTime())",
    put: "Math.max(at, now.getTime() - LONGEST_MS)",
    tests: REPLAYS,
    title: "what a device kept happened when it was typed",
  },
  {
    name: "resending: a person's own post may name another time",
    file: "app/web/replay.ts",
    find: '(isReplay(request) && request.headers.get("X-Typed")) || ""',
    put: 'request.headers.get("X-Typed") || ""',
    tests: REPLAYS,
    title: "a form that a person sends has no other time than now",
  },
  {
    name: "resending: a device is told the sheets of other companies",
    file: "app/features/trip-tickets/sheets-at-hand.server.ts",
    find: "          keptBy(ctx.actor.company.id),\n",
    put: "",
    tests: ["app/features/trip-tickets/sheets-at-hand.server.test.ts"],
    title: "a device gets the waiting sheets",
  },
  {
    name: "resending: anyone finds a sheet by its number",
    file: "app/features/trip-tickets/sheets-at-hand.server.ts",
    find: "if (await isAtHand(ctx, sheet.id)) mine",
    put: "mine",
    tests: ["app/features/trip-tickets/sheets-at-hand.server.test.ts"],
    title: "a device gets the waiting sheets",
  },
  {
    name: "resending: another company's sheet is claimed by its number",
    file: "app/features/trip-tickets/sheets-at-hand.server.ts",
    find: "(blank_sheet_id === undefined && !(await isAtHand(ctx, sheet.id)))",
    put: "false",
    tests: ["app/features/trip-tickets/sheets-at-hand.server.test.ts"],
    title: "a sheet is claimed by its number",
  },
];
