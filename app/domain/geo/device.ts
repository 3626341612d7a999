/** How a device is asked where it is (spec 2, section 9): exactly, for ten seconds at most, and never from memory. */
export const HOW = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 0 } as const;

const LEAST_WIDTH = 300;

/** Whether this browser can draw a map that moves: WebGL, and a screen that isn't a watch's. */
export function drawsMaps(): boolean {
  if (window.innerWidth < LEAST_WIDTH) return false;
  try {
    return Boolean(document.createElement("canvas").getContext("webgl"));
  } catch {
    return false;
  }
}
