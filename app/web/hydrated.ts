import { createContext, useContext } from "react";

/**
 * Whether this page is sent with React and its scripts: pages whose entry says `hydrate` are, others are plain HTML with
 * the behaviors of `app/behaviors`. Only the server asks; where this runs in a browser, it was sent.
 */
export const HydratedContext = createContext(true);
export const useHydrated = () => useContext(HydratedContext);
