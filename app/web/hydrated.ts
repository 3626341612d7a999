import { createContext, useContext } from "react";

/**
 * True if this page is sent with React and its scripts: pages whose entry has `hydrate` are, others are plain HTML with
 * the behaviors of `app/client`. Only the server needs the value; in a browser, it is always true.
 */
export const HydratedContext = createContext(true);
export const useHydrated = () => useContext(HydratedContext);
