import { createContext } from "react";

/** True within a document that is printed, in which nothing is folded. */
export const OnPaper = createContext(false);
