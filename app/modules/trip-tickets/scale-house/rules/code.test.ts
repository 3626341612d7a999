import { expect, it } from "vitest";
import { parseLoadCode } from "./code";

it.each([
  ["1042", { kind: "text", text: "1042", number: 1042 }],
  [" #1,042 ", { kind: "text", text: "#1,042", number: 1042 }],
  ["4T 1182", { kind: "text", text: "4T 1182", number: null }],
  ["G91001", { kind: "text", text: "G91001", number: null }],
  ["https://timbertally.example/trip-tickets/197?sig=k1.abc", { kind: "ticket", id: 197 }],
  ["/trip-tickets/197", { kind: "ticket", id: 197 }],
  ["timbertally.example/trip-tickets/SLT-1178", { kind: "text", text: "SLT-1178", number: null }],
  ["https://timbertally.example/sheets/12?sig=k1.abc", { kind: "sheet", id: 12 }],
  ["https://timbertally.example/trip-tickets/new", { kind: "text", number: null }],
])("parses the typed or scanned code %j", (typed, code) => expect(parseLoadCode(typed)).toMatchObject(code));
