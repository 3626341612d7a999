/** How a device is asked where it is (spec 2, section 9): exactly, for ten seconds at most, and never from memory. */
export const HOW = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 0 } as const;
