import { createContext, useContext } from "react";

/** The request's CSP nonce, for the scripts in the document. Undefined in the browser, which hides nonces anyway. */
export const NonceContext = createContext<string | undefined>(undefined);
export const useNonce = () => useContext(NonceContext);
