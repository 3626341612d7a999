import { expect, test } from "vitest";
import { findPlanOffenses, listTriggerStatements, type PlanStep } from "./plans";

const plan = (...steps: [number, number, string][]): PlanStep[] =>
  steps.map(([id, parent, detail]) => ({ id, parent, detail }));
const found = (steps: PlanStep[], why = "nothing") =>
  findPlanOffenses("select 1 from t", steps, [{ query: new RegExp(why), why }]);

test("reports a full scan of a table or of an index", () => {
  expect(found(plan([1, 0, "SCAN job"]))).toEqual(["SCAN job"]);
  expect(found(plan([1, 0, "SCAN t USING COVERING INDEX x"]))).toHaveLength(1);
  expect(found(plan([1, 0, "SEARCH t USING INDEX x (a=?)"]))).toEqual([]);
});

test("allows a scan of a query's computed rows, but checks the steps that compute them", () => {
  const view = plan([1, 0, "CO-ROUTINE reader"], [2, 1, "SEARCH t USING INDEX x (a=?)"], [3, 0, "SCAN r"]);
  expect(findPlanOffenses("SELECT 1 FROM reader r WHERE r.id = ?", view, [])).toEqual([]);
  expect(findPlanOffenses("SELECT 1 FROM job r", view, [])).toEqual(["SCAN r"]);
  expect(
    findPlanOffenses("SELECT 1 FROM reader r", [...view, { id: 4, parent: 1, detail: "SCAN t" }], []),
  ).toEqual(["SCAN t"]);
});

test("allows a scan of values in the statement itself", () => {
  for (const what of ["json_each VIRTUAL TABLE INDEX 1:", "(subquery-4)", "CONSTANT ROW", "3 CONSTANT ROWS"])
    expect(found(plan([1, 0, `SCAN ${what}`]))).toEqual([]);
});

test("allows a scan of all companies' names, but not of all their columns", () => {
  expect(found(plan([1, 0, "SCAN company USING COVERING INDEX company_by_name"]))).toEqual([]);
  expect(found(plan([1, 0, "SCAN company USING INDEX company_by_name"]))).toHaveLength(1);
  expect(found(plan([1, 0, "SCAN company"]))).toHaveLength(1);
});

test("allows a scan in index order that a limit ends, unless all rows are sorted first", () => {
  const first = plan([1, 0, "SCAN paid USING INDEX by_day"]);
  const sql = "select 1 from (SELECT * FROM paid ORDER BY paid_on DESC, id DESC LIMIT 30) x";
  expect(findPlanOffenses(sql, first, [])).toEqual([]);
  expect(findPlanOffenses(sql.replace(" LIMIT 30", ""), first, [])).toHaveLength(1);
  expect(findPlanOffenses(sql.replace("paid ORDER", "paid WHERE a ORDER"), first, [])).toHaveLength(1);
  expect(findPlanOffenses(sql, plan([1, 0, "SCAN paid"]), [])).toHaveLength(1);
  const sorted = [...first, { id: 2, parent: 0, detail: "USE TEMP B-TREE FOR ORDER BY" }];
  expect(findPlanOffenses(sql, sorted, [{ query: /paid/, why: "few" }])).toEqual([
    "SCAN paid USING INDEX by_day",
  ]);
});

test("reports an automatic index that SQLite builds for one query", () => {
  expect(found(plan([1, 0, "SEARCH t USING AUTOMATIC COVERING INDEX (a=?)"]))).toHaveLength(1);
});

test("allows sorting rows found by a list of ids, and allows sorting other rows only with a stated reason", () => {
  const page = plan(
    [1, 0, "SEARCH t USING INTEGER PRIMARY KEY (rowid=?)"],
    [2, 0, "LIST SUBQUERY 1"],
    [3, 2, "SEARCH c USING PRIMARY KEY (company_id=?)"],
    [4, 0, "USE TEMP B-TREE FOR ORDER BY"],
  );
  expect(found(page)).toEqual([]);
  const fannedOut = { id: 5, parent: 0, detail: "SEARCH audit_entry USING INDEX x (trip_ticket_id=?)" };
  expect(found([...page, fannedOut])).toHaveLength(1);
  const inside = [...page, { id: 5, parent: 2, detail: "USE TEMP B-TREE FOR ORDER BY" }];
  expect(found(inside)).toHaveLength(1);
  expect(found(inside, "from t")).toEqual([]);
  expect(
    found(plan([1, 0, "SEARCH t USING INDEX x (a=?)"], [2, 0, "USE TEMP B-TREE FOR DISTINCT"])),
  ).toHaveLength(1);
});

test("lists a trigger's statements separately, without statements that only raise an error", () => {
  const sql = `CREATE TRIGGER x AFTER UPDATE ON t WHEN OLD.a <> NEW.a BEGIN
    DELETE FROM c WHERE id = OLD.id; SELECT RAISE(ABORT, 'no'); INSERT INTO c SELECT b FROM d WHERE e = NEW.e;
  END`;
  expect(listTriggerStatements(sql)).toEqual([
    "DELETE FROM c WHERE id = ?",
    "INSERT INTO c SELECT b FROM d WHERE e = ?",
  ]);
});
