import { createContext } from "react";

/** The request's id in the log; an error page shows it, so that the site's operator can find it. */
export const RequestIdContext = createContext<string | undefined>(undefined);
