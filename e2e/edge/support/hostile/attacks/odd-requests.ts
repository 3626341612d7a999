import { DEMO_PASSWORD } from "../../../../../app/modules/dashboard/rules/demo";
import { type Attack, JSON_TYPE, send } from "../attack";

/** Requests that are merely odd: each is the caller's mistake, and none may cause a server fault. */
export const oddRequestAttacks: Attack[] = [
  {
    code: "V16",
    name: "names that every object has",
    run: async (target) => {
      const who = await target.as("manager");
      const sent = ["toString", "constructor", "__proto__", "hasOwnProperty"];
      return Promise.all([
        ...sent.map((name) =>
          send(target, "/api/trip-tickets/search", { who, type: JSON_TYPE, body: `{"${name}":1}` }),
        ),
        ...sent.map((name) => send(target, `/api/trip-ticket-statuses?${name}`, { who, method: "GET" })),
        ...sent.map((name) => send(target, "/signup", { body: `${name}=1&${name}.a=1&${name}[0]=1` })),
      ]);
    },
  },
  {
    code: "V16",
    name: "unknown intents, and deep names",
    run: (target) =>
      Promise.all(
        ["null", "{", "1", "{}", '{"type":"insert","payload":{"name":"x"}}']
          .map((text) => `__intent__=${encodeURIComponent(text)}`)
          .concat("__state__=%7B", `${"a.".repeat(40_000)}a=1`, "a[b[c=1", "a[]]=1")
          .flatMap((body) => ["/signup", "/signup.data"].map((path) => send(target, path, { body }))),
      ),
  },
  {
    code: "V16",
    name: "where to go next, in letters that no header takes",
    right: [303],
    run: (target) =>
      Promise.all(
        ["/jobs?q=Ā", "/jobs?q=\u00e9", "/jobs?q=木", "/jobs?q=%0d%0aX: y"].map((next) => {
          const fields = { login: "manager@demo.test", password: DEMO_PASSWORD, next };
          return send(target, "/login", { body: new URLSearchParams(fields).toString() });
        }),
      ),
  },
];
