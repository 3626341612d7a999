import { createContext, useContext } from "react";

/** The request's CSP nonce, for the scripts that the document carries. Empty in the browser, which hides it anyway. */
export const NonceContext = createContext<string | undefined>(undefined);
export const useNonce = () => useContext(NonceContext);
