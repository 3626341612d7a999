import type { Mutant } from "./mutant";

const FORMS = "app/behaviors/offline/kept-forms.ts";
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
    file: FORMS,
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
];
