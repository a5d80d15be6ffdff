import type { AppContext, Caller } from "../../platform/http/context.ts";
import { fail } from "../../platform/http/replies.ts";
import { maySeeContainer } from "../record/container-rules.ts";
import type { ListedPassage } from "./passage-list-store.ts";

/** Operators see the passages whose containers they all own. */
export const maySeePassage = (caller: Caller, { positions }: ListedPassage): boolean =>
  positions.every(({ container }) => maySeeContainer(caller, container));

/** The owner to whose passages a caller is restricted. */
export const ownerAsked = ({ role, userId }: Caller): string | undefined => (role === "operator" ? userId : undefined);

export const failForeign = (c: AppContext) => fail(c, "FORBIDDEN", "This passage is of a container of another user.");
