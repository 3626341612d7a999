import { expect, test } from "vitest";
import { getAlarms, type SiteFacts } from "./alarms";

const WELL: SiteFacts = {
  mail_late: 0,
  mail_given_up: 0,
  queue_minutes: 14,
  memory_percent: 84,
  free_disk_mb: 600,
  disk_reserve_mb: 300,
  sign_ins_refused: 99,
  sign_ins_stopped: 19,
};

test("raises no alarm for a healthy site, or for unknown memory and disk space", () => {
  expect(getAlarms(WELL)).toEqual([]);
  expect(getAlarms({ ...WELL, memory_percent: null, free_disk_mb: null })).toEqual([]);
});

test.each([
  [{ mail_late: 1 }, "mail-late"],
  [{ mail_given_up: 2 }, "mail-lost"],
  [{ queue_minutes: 15 }, "queue"],
  [{ memory_percent: 85 }, "memory"],
  [{ free_disk_mb: 599 }, "disk"],
  [{ sign_ins_refused: 100 }, "sign-ins"],
  [{ sign_ins_stopped: 20 }, "sign-ins"],
])("%o raises only the alarm %s", (wrong, kind) => {
  expect(getAlarms({ ...WELL, ...wrong }).map((alarm) => alarm.kind)).toEqual([kind]);
});
