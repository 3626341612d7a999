import { createContext } from "react";

/** The id under which the log has this request; an error page shows it, so that who runs the site finds it. */
export const RequestIdContext = createContext<string | undefined>(undefined);
