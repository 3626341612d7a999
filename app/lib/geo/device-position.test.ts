import { afterEach, expect, test, vi } from "vitest";
import { createPositionPorts } from "./device-position";

afterEach(() => vi.unstubAllGlobals());

/** A browser whose device reports its position, over an encrypted connection or a plain one. */
function browser(isSecureContext: boolean) {
  let asked = 0;
  const getCurrentPosition = (found: (at: { coords: object }) => void) => {
    asked++;
    found({ coords: { latitude: 44.66, longitude: -84.71, accuracy: 9 } });
  };
  vi.stubGlobal("isSecureContext", isSecureContext);
  vi.stubGlobal("navigator", { geolocation: { getCurrentPosition } });
  return () => asked;
}

test("over a plain line the device isn't asked, which is said as unavailable and not as denied", async () => {
  const asked = browser(false);
  await expect(createPositionPorts().device()).rejects.toEqual({ code: 2 });
  expect(asked()).toBe(0);
});

test("over an encrypted line it is asked", async () => {
  const asked = browser(true);
  await expect(createPositionPorts().device()).resolves.toMatchObject({ latitude: 44.66 });
  expect(asked()).toBe(1);
});

test("a device that knows no places is unavailable", async () => {
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("navigator", {});
  await expect(createPositionPorts().device()).rejects.toEqual({ code: 2 });
});
