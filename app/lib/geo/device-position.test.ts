import { afterEach, expect, test, vi } from "vitest";
import { createPositionPorts } from "./device-position";

afterEach(() => vi.unstubAllGlobals());

/** Stub a browser whose device reports a position, over HTTPS or plain HTTP. */
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

test("over HTTP, reports the position as unavailable, not denied, without asking the device", async () => {
  const asked = browser(false);
  await expect(createPositionPorts().device()).rejects.toEqual({ code: 2 });
  expect(asked()).toBe(0);
});

test("over HTTPS, asks the device for its position", async () => {
  const asked = browser(true);
  await expect(createPositionPorts().device()).resolves.toMatchObject({ latitude: 44.66 });
  expect(asked()).toBe(1);
});

test("reports the position as unavailable on a device without geolocation", async () => {
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("navigator", {});
  await expect(createPositionPorts().device()).rejects.toEqual({ code: 2 });
});
