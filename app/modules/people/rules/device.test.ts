import { expect, test } from "vitest";
import { describeDevice } from "./device";

test.each([
  [
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
  ["Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/128.0", "Firefox on Windows"],
  ["w3m/0.5.3", "w3m"],
  [null, "A browser"],
])("describes the user agent %s as %s", (agent, words) => {
  expect(describeDevice(agent)).toBe(words);
});
