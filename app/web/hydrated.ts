import { createContext, useContext } from "react";

/**
 * True if this page is sent with React and its scripts, because its entry has `hydrate`. Other pages are plain HTML
 * with the scripts of `app/client`. The value matters only on the server; in a browser it is always true.
 */
export const HydratedContext = createContext(true);
export const useHydrated = () => useContext(HydratedContext);
