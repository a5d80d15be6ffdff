import { createContext, useContext } from "react";

/** The IANA time zone that the user has chosen; undefined for that of the device. */
export const Zone = createContext<string | undefined>(undefined);

/** The time zone in which times are shown; undefined for that of the device. */
export const useZone = () => useContext(Zone);
