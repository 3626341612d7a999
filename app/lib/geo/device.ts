/** Geolocation options: high accuracy, ten seconds at most, and never cached (docs/domain.md#land-description). */
export const POSITION_OPTIONS = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 0 } as const;

const LEAST_WIDTH = 300;

/** Check whether this browser can draw an interactive map: it has WebGL and a screen larger than a watch's. */
export function hasWebGl(): boolean {
  if (window.innerWidth < LEAST_WIDTH) return false;
  try {
    return Boolean(document.createElement("canvas").getContext("webgl"));
  } catch {
    return false;
  }
}
