import type { Role } from "@container-inspection/shared-schemas/roles";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Logger } from "../logging/logger.ts";

/** The person a request comes from, as loaded with the session on every request. */
export type Caller = {
  userId: string;
  email: string;
  name: string | null;
  role: Role;
  /** The IANA time zone that the person reads times in; null for that of the device. */
  timeZone: string | null;
  hasSecondFactor: boolean;
  /** The role requires a second factor and the account has none: nothing else is possible before one is added. */
  mustAddSecondFactor: boolean;
  sessionId: string;
  createdAt: Date;
};

/** The edge device that signed a request with its own key; null for the shared key, which identifies no device. */
export type EdgeCaller = { device: { id: string; name: string } | null };

/**
 * Environment of the handlers. The guards set `caller` on every route whose access is a role, and `edgeCaller` on
 * those of the edge.
 */
export type AppEnv = {
  /**
   * The socket behind a request; absent if the request is passed in directly, by a test or as a record of a transfer
   * file: `importedFor` then replaces the key of its device. Nothing that arrives over the network can set it.
   */
  Bindings: Partial<HttpBindings> & { importedFor?: EdgeCaller };
  Variables: {
    requestId: string;
    logger: Logger;
    caller: Caller;
    edgeCaller: EdgeCaller;
    /** The template of the route that took the request; undefined where none did. */
    route?: string;
    /** Set where a password was right and a second factor is asked for: a 401 that is no failed attempt. */
    awaitsSecondFactor?: boolean;
    /** Set where a sign-in did not succeed, for the metrics. */
    failedSignIn?: boolean;
    /** Set where a body was refused since its caller holds too much room, for the metrics. */
    refusedRoom?: boolean;
  };
};

/** The context of any route. */
export type AppContext = Context<AppEnv>;

/** Lets a request pass by returning nothing, or refuses it with a reply. */
export type Guard = (c: AppContext) => Promise<Response | undefined>;
