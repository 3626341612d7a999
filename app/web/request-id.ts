import { createContext } from "react";

/** The request's id in the log. An error page shows it, so that site operators can find the request in the log. */
export const RequestIdContext = createContext<string | undefined>(undefined);
